/**
 * The first pass of an export for review through the log: how the organization is at the bound, what has been erased since, and the first
 * checkpoint that covers it.
 */
import { ErasedStreams, erasesBefore, realmOf } from '../audit/export-scope.ts';
import { decode } from '../engine/follow/decode.ts';
import { isOurs } from '../engine/follow/is-ours.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { emptyServer, evolve, type RealmState } from '../state/realm-state.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { ChannelId, EventId, MessageId, RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import type { Moment } from '../vocabulary/moment.ts';
import { recordedIn } from '../vocabulary/recorded-kinds.ts';
import { paced } from './paced.ts';

/** All events after a position, in order. */
export type ReadAll = (after: number) => AsyncIterable<StoredEvent>;

/** There is no such export; the message says why. */
export class ReviewRefused extends Error {
  override name = 'ReviewRefused';
}

export type Source = {
  readonly readAll: ReadAll;
  readonly realmId: RealmId;
  /** What the export is bounded by. */
  readonly bound: Moment;
  readonly signal?: AbortSignal | undefined;
};

/** Where a message was deleted, and the chat streams in which it stood before. */
export type DeletedFrom = Pick<DataOf<'MessageDeleted'>, 'place'> & { readonly leftChannels: readonly ChannelId[] };

export type ReviewSurvey = {
  /** As of the bound. */
  readonly realm: RealmState;
  /** The last recorded event that counts. */
  readonly last: { readonly id: EventId; readonly at: number };
  /** The signed note, and the leaves of its tree. */
  readonly checkpoint: { readonly note: string; readonly size: number };
  /** Messages that were deleted by then → where they stood before. */
  readonly deleted: ReadonlyMap<MessageId, DeletedFrom>;
  /** Whether the event at this place was erased, or went with a deletion. What a legal hold keeps did not. */
  readonly isErased: (event: StoredEvent) => boolean;
  /** How many events of the organization count. */
  readonly events: number;
};

/** Whether an event is one of the organization. */
export const isTheirs = (event: StoredEvent, realmId: number): boolean =>
  isOurs(event) && (realmOf(event) === realmId || (recordedIn(event)?.includes(realmId) ?? false));

const atOf = ({ metadata }: StoredEvent): number => (metadata as { readonly at: number }).at;

/** Throws ReviewRefused. */
export async function reviewSurvey({ readAll, realmId, bound, signal }: Source): Promise<ReviewSurvey> {
  const server = emptyServer();
  const erased = new ErasedStreams();
  // They are on record as erased; that each of them is deleted follows.
  const erasing = new Set<string>();
  const deleted = new Map<MessageId, DeletedFrom>();
  const end = new End(bound);
  let last: ReviewSurvey['last'] | undefined;
  let checkpoint: ReviewSurvey['checkpoint'] | undefined;
  let events = 0;
  for await (const stored of paced(readAll(0), signal)) {
    if (stored.stream === logStream.ledger(realmId) && !checkpoint) {
      const event = decode(stored);
      // Batches are in the order of the log: the one that holds the last event covers those before it.
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
  if (!realm || !last) throw new ReviewRefused('the organization did not exist at that moment');
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

/** Finds the last event that counts. */
class End {
  /** Events after the bound have been seen. */
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
      throw new ReviewRefused(`the organization has no event ${this.#bound.id}`);
  }
}
