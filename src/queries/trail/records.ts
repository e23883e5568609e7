/** Turns documents of the trail into records: the contents of each event in the log, with the names at that time. */
import { deletionDocumentId, deletions } from '../../../projections/deletions.ts';
import { isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { eventTypeNamed } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { iso } from '../../vocabulary/iso.ts';
import { limits } from '../../vocabulary/limits.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import type { Place } from '../../vocabulary/places.ts';
import type { ObjectRef, ObjectType } from '../../vocabulary/trail/row.ts';
import { actionOf } from '../../vocabulary/trail/table.ts';
import type { TrailRecord } from '../../wire/trail.ts';
import { leafIndexesOf } from '../ledger.ts';
import { fieldsBefore } from './before.ts';
import { type EventReader, Names } from './names.ts';
import type { Selected } from './select.ts';
import { aboutOf, wholeRecord } from './whole-record.ts';

type RecordsOptions = {
  readonly events: EventReader;
  /** Whether content that people wrote is included. */
  readonly content: boolean;
};

/** More events than a message can have: beside its edits and submessages, it is sent, deleted and erased once each. */
export const heldEventsMax = limits.messageEditsMax + limits.submessagesPerMessageMax + 10;

/** Makes the records of one answer. */
export class Records {
  readonly #view: ReadView;
  readonly #realmId: RealmId;
  readonly #options: RecordsOptions;
  readonly #names: Names;

  constructor(view: ReadView, realmId: RealmId, options: RecordsOptions) {
    this.#view = view;
    this.#realmId = realmId;
    this.#options = options;
    this.#names = new Names(view, realmId, options.events);
  }

  async of(document: Selected): Promise<TrailRecord> {
    return (await this.all([document]))[0] as TrailRecord;
  }

  /** In the order of the documents. */
  async all(documents: readonly Selected[]): Promise<TrailRecord[]> {
    const events = await Promise.all(documents.map((document) => this.#eventOf(document)));
    const ids = documents.map(({ eventId }) => eventId);
    const indexes = await leafIndexesOf(this.#view, this.#realmId, ids);
    return Promise.all(
      documents.map((document, at) => {
        const [event, index = null] = [events[at], indexes[at]];
        return event ? this.#wholeRecord(event, index) : this.#goneRecord(document, index);
      }),
    );
  }

  /** Undefined if it must not be shown any more. */
  async #eventOf(document: Selected): Promise<Recorded | undefined> {
    if (isErased(document)) return this.#options.content ? this.#held(document.object, document.eventId) : undefined;
    const [event] = await this.#options.events(document.stream, document.revision, 1);
    return event?.id === document.eventId ? event : undefined;
  }

  /** The event of a deleted message that a legal hold keeps in the log. */
  async #held({ type, id }: ObjectRef, eventId: string): Promise<Recorded | undefined> {
    if (type !== 'message') return undefined;
    const deletion = await this.#view.get(deletions, deletionDocumentId(this.#realmId, Number(id)));
    if (!deletion?.held) return undefined;
    const events = await this.#options.events(logStream.message(this.#realmId, deletion.messageId), 0, heldEventsMax);
    return events.find((event) => event.id === eventId);
  }

  async #wholeRecord(event: Recorded, index: number | null): Promise<TrailRecord> {
    const { metadata, position } = event;
    const about = aboutOf(event);
    const { row, object, after } = about;
    const before = await fieldsBefore(this.#view, this.#options.events, event, row, after);
    const place = row.place?.(event.data);
    const named = {
      actor: await this.#actor(metadata.actor, position),
      object: (await this.#nameOf(object, position)) ?? row.names?.(event.data)[0] ?? null,
      in: place ? await this.#place(place, position) : null,
    };
    return wholeRecord(event, about, { named, before, index, content: this.#options.content });
  }

  async #goneRecord(document: Selected, index: number | null): Promise<TrailRecord> {
    const { type, actor, object, at, position, erasedBy } = isErased(document)
      ? { ...document, at: document.erasedAt, position: Number.MAX_SAFE_INTEGER }
      : // A queue that has ended leaves the log.
        { ...readFrom(document.keys), at: document.at, position: document.position, erasedBy: null };
    return {
      id: document.eventId,
      index,
      at: iso(at),
      position: null,
      action: actionOf(type)?.action ?? type,
      actor: await this.#actor(actor, position),
      object: { ...object, name: null, in: null },
      context: { client: null, request_id: null, caused_by: null, decided_on: null },
      before: null,
      after: null,
      state: 'erased',
      erased_by: erasedBy,
    };
  }

  async #actor(userId: number | null, position: number): Promise<TrailRecord['actor']> {
    if (userId === null) return { type: 'service', id: null, name: null };
    const [isBot, name] = await Promise.all([this.#names.isBot(userId), this.#names.person(userId, position)]);
    return { type: isBot ? 'bot' : 'user', id: userId, name };
  }

  async #nameOf({ type, id }: ObjectRef, position: number): Promise<string | null> {
    if (typeof id !== 'number') return null;
    if (type === 'user' || type === 'auditor') return this.#names.person(id, position);
    return type === 'stream' ? this.#names.channel(id, position) : null;
  }

  async #place(place: Place, position: number): Promise<TrailRecord['object']['in']> {
    if (place.kind === 'private') return { with: [...place.userIds] };
    const { channelId, topic } = place;
    return { stream_id: channelId, stream: await this.#names.channel(channelId, position), topic };
  }
}

/** What the keys of a document show of an event that is no longer in the log. */
function readFrom(keys: readonly string[]) {
  const [actor = '-', name = '', object = ''] = ['a', 't', 'o'].map((mark) =>
    keys.find((key) => key.startsWith(mark))?.slice(1),
  );
  const type = eventTypeNamed(name);
  const [objectType = '', ...id] = object.split(':');
  if (type === undefined) throw new Error(`a document of the trail names no event: ${name}`);
  const text = id.join(':');
  const ref: ObjectRef = { type: objectType as ObjectType, id: /^\d{1,15}$/.test(text) ? Number(text) : text };
  return { type, actor: actor === '-' ? null : Number(actor), object: ref };
}
