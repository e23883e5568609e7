/**
 * The first pass of an export for review through the log: the state of the organization at the bound, what has been erased since, and the
 * first checkpoint that covers the bound.
 */
import { ErasedStreams, erasesBefore, realmOf } from '../audit/export-scope.ts';
import { atOf } from '../audit/export-survey.ts';
import { decode } from '../engine/follow/decode.ts';
import { isOurs } from '../engine/follow/is-ours.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { emptyServer, evolve, type RealmState } from '../state/realm-state.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { ChannelId, EventId, MessageId, RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import type { Moment } from '../vocabulary/moment.ts';
import { recordedIn } from '../vocabulary/recorded-kinds.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { paced } from './paced.ts';

/** All events after a position, in order. */
export type ReadAll = (after: number) => AsyncIterable<StoredEvent>;

/** There is no such export. The message says why. */
export class ReviewRefused extends Error {
  override name = 'ReviewRefused';
}

export type Source = {
  readonly readAll: ReadAll;
  readonly realmId: RealmId;
  readonly bound: Moment;
  readonly signal?: AbortSignal | undefined;
};

/** The place from which a message was deleted, and the chat streams that it was in before. */
type DeletedFrom = Pick<DataOf<'MessageDeleted'>, 'place'> & { readonly leftChannels: readonly ChannelId[] };

export type ReviewSurvey = {
  /** The state at the bound. */
  readonly realm: RealmState;
  /** The last recorded event within the bound. */
  readonly last: { readonly id: EventId; readonly at: number };
  /** The signed note, and the number of leaves of its tree. */
  readonly checkpoint: { readonly note: string; readonly size: number };
  /** Maps a message that was deleted by then to its earlier places. */
  readonly deleted: ReadonlyMap<MessageId, DeletedFrom>;
  /** Whether the event at this place was erased, or removed by a deletion. Events that a legal hold keeps were not. */
  readonly isErased: (event: StoredEvent) => boolean;
  /** The number of the organization's events within the bound. */
  readonly events: number;
};

/** Whether an event belongs to the organization. */
export const isTheirs = (event: StoredEvent, realmId: number): boolean =>
  isOurs(event) && (realmOf(event) === realmId || (recordedIn(event)?.includes(realmId) ?? false));

/** Throws WrongValue for a bound outside the history, and ReviewRefused. */
export async function reviewSurvey({ readAll, realmId, bound, signal }: Source): Promise<ReviewSurvey> {
  const server = emptyServer();
  const erased = new ErasedStreams();
  // Their erasure is recorded; the deletion of each of them follows.
  const erasing = new Set<string>();
  const deleted = new Map<MessageId, DeletedFrom>();
  const end = new End(bound);
  let last: ReviewSurvey['last'] | undefined;
  let checkpoint: ReviewSurvey['checkpoint'] | undefined;
  let events = 0;
  for await (const stored of paced(readAll(0), signal)) {
    if (stored.stream === logStream.ledger(realmId) && !checkpoint) {
      const event = decode(stored);
      // Batches are in the order of the log, so that the batch with the last event covers all earlier ones.
      if (event?.type === 'LedgerSealed' && event.data.entries.some(([id]) => id === last?.id))
        checkpoint = { note: event.data.checkpoint, size: event.data.size };
    }
    if (!isTheirs(stored, realmId)) continue;
    erased.see(stored);
    if (stored.type === 'ContentErased')
      for (const id of (stored.data as DataOf<'ContentErased'>).messageIds) erasing.add(logStream.message(realmId, id));
    if (!end.counts(stored)) continue;
    const event = decode(stored);
    if (!event) continue;
    evolve(server, event);
    events += 1;
    if (event.type === 'MessageDeleted') {
      const { messageId, place, leftChannels = [] } = event.data;
      deleted.set(messageId, { place, leftChannels });
    }
    if (!recordedIn(stored)?.includes(realmId)) continue;
    last = { id: event.id, at: event.metadata.at };
    checkpoint = undefined;
  }
  const realm = server.realms.get(realmId);
  if (!realm || !last) throw new WrongValue('bound', 'the organization did not exist at that moment');
  end.assertFound();
  if (!checkpoint) throw new ReviewRefused('the ledger has not been sealed up to that moment');
  return {
    realm,
    last,
    checkpoint,
    deleted,
    isErased: (event) => erased.has(event) || (erasing.has(event.stream) && !erasesBefore(event)),
    events,
  };
}

/** Finds the last event within the bound. */
class End {
  /** Whether events after the bound have been read. */
  isPassed = false;
  readonly #bound: Moment;
  #isFound = false;

  constructor(bound: Moment) {
    this.#bound = bound;
  }

  counts(event: StoredEvent): boolean {
    if (this.isPassed) return false;
    const bound = this.#bound;
    switch (bound.kind) {
      case 'time':
        this.isPassed = atOf(event) > bound.at;
        return !this.isPassed;
      case 'position':
        this.isPassed = event.position > bound.position;
        return !this.isPassed;
      case 'event':
        this.isPassed = event.id === bound.id;
        this.#isFound ||= this.isPassed;
        return true;
    }
  }

  assertFound(): void {
    if (this.#bound.kind === 'event' && !this.#isFound)
      throw new WrongValue('bound', `the organization has no event ${this.#bound.id}`);
  }
}
