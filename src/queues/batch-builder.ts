/** Collects the texts of one answer to a poll, within its limits. */
import { attachmentServed } from '../feed/attachments.ts';
import { entitled } from '../feed/audience.ts';
import { FormTexts } from '../feed/form-texts.ts';
import { peopleOf } from '../feed/message-names.ts';
import { type MutedTopicsEvent, mutedTopicsTexts } from '../feed/muted-topics.ts';
import { type Joined, textsFor } from '../feed/serialize.ts';
import { typeNameFor } from '../feed/type-names.ts';
import { isKeyShownTo } from '../state/audit.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { EventBufferDependencies } from './event-buffer.ts';
import { type Run, runFrom } from './merged-events.ts';
import type { RingEntry } from './ring.ts';

type BatchDependencies = Pick<EventBufferDependencies, 'state'> & {
  /** Return null if the event is to contain null instead of the key. */
  readonly secrets: Readonly<
    Record<'apiKey' | 'botToken', (realm: RealmId, bot: UserId, generation: number) => string | null>
  >;
};

type BatchLimits = { readonly events: number; readonly length: number };

export class BatchBuilder {
  readonly #full: BatchLimits;
  readonly #realm: RealmState | undefined;
  readonly #queue: Queue;
  readonly #cursor: number;
  readonly #joined: Joined | undefined;
  readonly #texts: string[] = [];
  #characters = 0;
  /** Events whose texts are made at the end, by their index among the texts. Created with the first such event. */
  #muted: Map<number, MutedTopicsEvent> | undefined;
  #mutedLength: number | undefined;
  /** The last events, if later events may be merged with them. */
  #run: Run | undefined;

  /** The queue has the events up to `cursor`. `full`: the number of events and characters at which an answer is full. */
  constructor(
    { state, secrets }: BatchDependencies,
    realmId: RealmId,
    queue: Queue,
    cursor: number,
    full: BatchLimits = { events: limits.pollEventsMax, length: limits.pollLengthMax },
  ) {
    this.#full = full;
    const realm = state.realms.get(realmId);
    this.#realm = realm;
    this.#queue = queue;
    this.#cursor = cursor;
    this.#joined = realm && joinedOf(realm, queue.userId, secrets);
  }

  /** Adds the event if it is for the queue. Returns true when the answer is full. */
  add(entry: RingEntry): boolean {
    const how = this.#realm && entitled(this.#realm, entry.scope, this.#queue, entry.position);
    if (!how) return false;
    if (entry.body.kind === 'muted') return this.#addMuted({ ...entry, body: entry.body });
    const served = this.#realm && attachmentServed(this.#realm, how === 'left' ? withoutTopic(entry) : entry);
    if (!served || !this.#joined) return false;
    if (this.#isLast(this.#run)) {
      const more = this.#run.take(served);
      if (more !== undefined) return this.#grow(more);
    }
    const run = runFrom(served, this.#queue, this.#texts.length);
    if (run) this.#beginRun(run);
    for (const text of textsFor(served, this.#queue, how, this.#joined, this.#cursor))
      if (this.#push(text, text.length)) return true;
    return false;
  }

  get size(): BatchLimits {
    return { events: this.#texts.length, length: this.#characters };
  }

  #isLast(run: Run | undefined): run is Run {
    return run !== undefined && run.at === this.#texts.length - 1;
  }

  #beginRun(run: Run | undefined): void {
    const text = this.#run?.text();
    if (this.#run && text !== undefined) this.#texts[this.#run.at] = text;
    this.#run = run;
  }

  /** The texts in order. Nothing can be added after this. */
  finished(): readonly string[] {
    this.#beginRun(undefined);
    if (this.#realm && this.#muted) {
      const texts = mutedTopicsTexts(this.#realm, this.#queue.userId, [...this.#muted.values()]);
      for (const at of this.#muted.keys()) this.#texts[at] = texts.shift() ?? '';
    }
    return this.#texts;
  }

  #addMuted({ type, eventId, body }: RingEntry & { readonly body: MutedTopicsEvent['body'] }): boolean {
    const typeName = typeNameFor(this.#queue.options, type);
    if (typeName === null || !this.#realm) return false;
    const event = { typeName, eventId, body };
    this.#mutedLength ??= mutedTopicsTexts(this.#realm, this.#queue.userId, [event])[0]?.length ?? 0;
    this.#muted ??= new Map();
    this.#muted.set(this.#texts.length, event);
    return this.#push('', this.#mutedLength);
  }

  #push(text: string, length: number): boolean {
    this.#texts.push(text);
    return this.#grow(length);
  }

  #grow(characters: number): boolean {
    this.#characters += characters;
    return this.#texts.length >= this.#full.events || this.#characters >= this.#full.length;
  }
}

/** Whoever cannot read a message any more learns that it was deleted, and not in which topic it was by then. */
const withoutTopic = (entry: RingEntry): RingEntry =>
  entry.body.kind === 'deletion'
    ? { ...entry, body: { ...entry.body, fields: { ...entry.body.fields, topic: '' } }, fields: new FormTexts() }
    : entry;

/** The properties are named one by one: with a spread, an answered poll takes a tenth longer. */
function joinedOf(realm: RealmState, viewer: UserId, secrets: BatchDependencies['secrets']): Joined {
  const { realmId } = realm;
  const { subdomain, person, seesHidden } = peopleOf(realm);
  return {
    subdomain,
    person,
    seesHidden,
    apiKey: (bot, generation) => (isKeyShownTo(realm, bot, viewer) ? secrets.apiKey(realmId, bot, generation) : ''),
    token: (bot, generation) => secrets.botToken(realmId, bot, generation),
  };
}
