/** Computes the writes of all read models for a batch of events. Each model sees only its own documents, including the pending writes. */
import { Breaks, collectWithBreaks } from '../../define/breaks.ts';
import type { Handler, Own, Projection } from '../../define/projection.ts';
import { erasedBy, without } from '../../feed/erase.ts';
import {
  type FeedDocument,
  type FeedGap,
  feedDocument,
  feedGapId,
  feedGaps,
  feedId,
  feedModel,
  feedRetentionMs,
  isKept,
} from '../../feed/model.ts';
import { eventIdsOf } from '../../feed/parts.ts';
import {
  type Checkpoint,
  ReadStoreUnavailable,
  type ReadView,
  type Write,
  type WrittenStore,
} from '../../ports/read-store.ts';
import type { EventType, Recorded } from '../../vocabulary/events/index.ts';
import type { Millis } from '../../vocabulary/ids.ts';
import type { Clock } from '../clocks.ts';
import type { Followed } from '../follow/follower.ts';
import { landmarksAfter } from '../log-identity.ts';
import type { Logger } from '../logger.ts';

export type Absorbed = { readonly writes: readonly Write[]; readonly checkpoint: Checkpoint };

/** The most documents that one declared range, or one purge of the feed, may cover. */
const rangeMax = 1_000_000;
const pruneMax = 1_000;

const handlerFor = (projection: Projection<object>, event: Recorded): Handler<object, EventType> | undefined =>
  projection.on[event.type];

/** Whether a model must read a range from the store for this event. Then all earlier events must be committed first. */
export const endsBatch = (projections: readonly Projection<object>[], event: Recorded): boolean =>
  erasedBy(event) !== undefined ||
  projections.some((projection) => handlerFor(projection, event)?.ranges !== undefined);

/** The documents of one model as a batch sees them: the fetched documents, with the batch's own writes applied. */
class Pending {
  readonly fetched = new Map<string, object | undefined>();
  /** Undefined for a removed document. */
  readonly written = new Map<string, object | undefined>();

  readonly get = (id: string): object | undefined =>
    this.written.has(id) ? this.written.get(id) : this.fetched.get(id);
}

/** Records that a model cannot absorb an event. Throws the error if the store is the cause. */
type LeaveBehind = (projection: Projection<object>, event: Recorded, error: unknown) => void;

/** What absorbing needs. `now`: by `conservativeClock`. */
export type AbsorbParts = {
  readonly store: WrittenStore;
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  readonly now: Clock;
};

/** `before`: the writes of the batch that is being committed. They may or may not be in the store yet. */
export async function absorb(
  { store, projections, logger, now }: AbsorbParts,
  batch: readonly Followed[],
  checkpoint: Checkpoint,
  before: readonly Write[] = [],
): Promise<Absorbed> {
  const last = batch.at(-1);
  if (!last) return { writes: [], checkpoint };
  const models = structuredClone(checkpoint.models) as Record<
    string,
    { version: number; behind?: Record<string, number> }
  >;
  const leaveBehind: LeaveBehind = (projection, event, error) => {
    // If the store is out of reach, the whole batch is tried again.
    if (error instanceof ReadStoreUnavailable) throw error;
    logger.error(
      { err: error, model: projection.name, event: event.id, realm: event.realmId },
      'a read model is left behind',
    );
    const model = models[projection.name];
    if (model) model.behind = { ...model.behind, [event.realmId]: event.position };
  };
  return store.snapshot(async (view) => {
    const writes = await projectionWrites(view, projections, batch, before, models, leaveBehind);
    for (const write of await feedWrites(view, batch, models, now())) writes.push(write);
    const landmarks = landmarksAfter(
      checkpoint.landmarks ?? [],
      batch.map(({ event }) => event),
    );
    return { writes, checkpoint: { ...checkpoint, position: last.event.position, landmarks, models } };
  });
}

async function projectionWrites(
  view: ReadView,
  projections: readonly Projection<object>[],
  batch: readonly Followed[],
  before: readonly Write[],
  models: Checkpoint['models'],
  leaveBehind: LeaveBehind,
): Promise<Write[]> {
  const writes: Write[] = [];
  const breaks = new Breaks();
  for (const { projection, events } of handledBy(projections, batch)) {
    const isBehind = ({ realmId }: Recorded): boolean => models[projection.name]?.behind?.[realmId] !== undefined;
    const absorbed = events.filter((event) => !isBehind(event));
    const pending = await fetched(view, projection, absorbed, before, leaveBehind);
    for (const event of absorbed) {
      const handler = handlerFor(projection, event);
      if (!handler || isBehind(event)) continue;
      try {
        const documents = handler.ranges ? await ranged(view, projection, handler, event) : [];
        const own: Own<object> = { get: pending.get, ranged: documents };
        // All operations are computed before the first is applied, so that a model takes an event as a whole or not at all.
        const made = handler.apply(event, own);
        for (const one of Array.isArray(made) ? made : await collectWithBreaks(made, breaks))
          pending.written.set(one.id, one.op === 'put' ? one.document : undefined);
      } catch (error) {
        leaveBehind(projection, event, error);
      }
    }
    for (const [id, document] of pending.written)
      writes.push(
        document ? { model: projection.name, op: 'put', id, document } : { model: projection.name, op: 'remove', id },
      );
  }
  return writes;
}

/** The events of a batch that each model handles. Most types of events are handled by only a few models. */
function handledBy(
  projections: readonly Projection<object>[],
  batch: readonly Followed[],
): readonly { readonly projection: Projection<object>; readonly events: Recorded[] }[] {
  const all = projections.map((projection) => ({ projection, events: [] as Recorded[] }));
  const byType = new Map<EventType, typeof all>();
  for (const { event } of batch) {
    const handling = byType.get(event.type) ?? all.filter(({ projection }) => handlerFor(projection, event));
    byType.set(event.type, handling);
    for (const { events } of handling) events.push(event);
  }
  return all;
}

async function fetched(
  view: ReadView,
  projection: Projection<object>,
  batch: readonly Recorded[],
  before: readonly Write[],
  leaveBehind: LeaveBehind,
): Promise<Pending> {
  const ids = new Set<string>();
  for (const event of batch)
    try {
      for (const id of handlerFor(projection, event)?.reads?.(event) ?? []) ids.add(id);
    } catch (error) {
      leaveBehind(projection, event, error);
    }
  const pending = new Pending();
  if (ids.size === 0) return pending;
  const wanted = [...ids];
  const documents = await view.getMany(projection, wanted);
  wanted.forEach((id, index) => {
    pending.fetched.set(id, documents[index]);
  });
  for (const write of before) {
    const isWanted = write.model === projection.name && ids.has(write.id);
    if (isWanted) pending.fetched.set(write.id, write.op === 'put' ? write.document : undefined);
  }
  return pending;
}

async function ranged(
  view: ReadView,
  projection: Projection<object>,
  handler: Handler<object, EventType>,
  event: Recorded,
): Promise<object[]> {
  const documents: object[] = [];
  // Pushed one by one: a hundred thousand are too many for the arguments of one call.
  for (const { index, ...range } of handler.ranges?.(event) ?? [])
    for (const document of await view.scan(projection, index, { ...range, limit: rangeMax })) documents.push(document);
  return documents;
}

/** What the batch adds to the feed, and what it removes: the text of deleted messages, and events that are too old for any queue. */
async function feedWrites(
  view: ReadView,
  batch: readonly Followed[],
  models: Checkpoint['models'],
  now: Millis,
): Promise<Write[]> {
  const behind = models[feedModel.name]?.behind;
  const writes = new Map<string, Write>();
  const put = (document: FeedDocument): void => {
    const id = feedId(document.eventId);
    writes.set(id, { model: feedModel.name, op: 'put', id, document });
  };
  const remove = (document: FeedDocument): void => {
    const id = feedId(document.eventId);
    writes.set(id, { model: feedModel.name, op: 'remove', id });
  };
  for (const { event, clientEvents } of batch) {
    const isBehind = behind?.[event.realmId] !== undefined;
    const erased = erasedBy(event);
    if (erased !== undefined)
      for (const document of await heldOf(view, event.realmId, erased, isBehind)) {
        const rest = without(document, erased);
        if (rest) put(rest);
        else remove(document);
      }
    if (isBehind) continue;
    const ids = eventIdsOf(event.position, clientEvents);
    for (const [at, clientEvent] of clientEvents.entries())
      if (isKept(clientEvent)) put(feedDocument(event, clientEvent, ids[at] ?? 0));
  }
  // Not the time of the newest event alone, which may be from a clock that was ahead.
  const at = Math.min(batch.at(-1)?.event.metadata.at ?? 0, now);
  const stale = { prefix: [], to: at - feedRetentionMs, limit: pruneMax };
  const removed = await view.scan(feedModel, 'byTime', stale);
  for (const document of removed) remove(document);
  return [...writes.values(), ...(await gapsAfter(view, removed))];
}

/** Records up to which client event each organization's feed is no longer complete. */
async function gapsAfter(view: ReadView, removed: readonly FeedDocument[]): Promise<Write[]> {
  const newest = new Map<string, number>();
  for (const { realmId, eventId } of removed) {
    const id = feedGapId(realmId);
    newest.set(id, Math.max(eventId, newest.get(id) ?? 0));
  }
  const ids = [...newest.keys()];
  const before = ids.length > 0 ? await view.getMany(feedGaps, ids) : [];
  return ids.map((id, at) => {
    const document: FeedGap = { gapTo: Math.max(newest.get(id) ?? 0, before[at]?.gapTo ?? 0) };
    return { model: feedModel.name, op: 'put', id, document };
  });
}

/** The feed's documents that contain an erased message. If the feed was left behind because it cannot be read, nothing can be removed. */
async function heldOf(
  view: ReadView,
  realmId: number,
  erased: NonNullable<ReturnType<typeof erasedBy>>,
  isBehind: boolean,
): Promise<FeedDocument[]> {
  try {
    const found = ['byMessage', 'byListed'].map((index) =>
      view.scan(feedModel, index, { prefix: [realmId, erased], limit: rangeMax }),
    );
    return (await Promise.all(found)).flat();
  } catch (error) {
    if (!isBehind || error instanceof ReadStoreUnavailable) throw error;
    return [];
  }
}
