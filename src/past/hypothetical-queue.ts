/**
 * The client events that an event queue of a user would have got after the current position of a past. The code that serves queues makes
 * them.
 */
import { eventIdsOf } from '../feed/parts.ts';
import type { ClientEventsPage, ClientEventsQuestion } from '../http/past/pasts.ts';
import { BatchBuilder } from '../queues/batch-builder.ts';
import { entryOf } from '../queues/ring.ts';
import type { Past } from '../replay/past.ts';
import type { Queue } from '../state/queues.ts';
import type { QueueId, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';

/** An event queue that did not exist. `until`: the last position for which its events are collected. */
export type HypotheticalQueue = Pick<ClientEventsQuestion, 'userId' | 'options' | 'until' | 'limit'>;

/** `position`: the current position of the past. */
export type CollectedEvents = ClientEventsPage & { readonly position: number };

/** Auditors of the past get no keys of bots. */
const secrets = { apiKey: () => null, botToken: () => null };

/** A page ends between two events of the log, so that the batch itself needs no limit. */
const unlimited = { events: Number.POSITIVE_INFINITY, length: Number.POSITIVE_INFINITY };

/** Advances the past for a limited time, and collects the queue's events. `end`: the last position that may be read. */
export async function clientEventsOf(
  past: Past,
  realmId: RealmId,
  { userId, options, until, limit }: HypotheticalQueue,
  end: number,
): Promise<CollectedEvents> {
  const queue: Queue = {
    queueId: '' as QueueId,
    userId,
    countsFor: userId,
    start: past.position,
    touchedAt: 0,
    options: { ...options, lifespanSecs: 0 },
  };
  const batch = new BatchBuilder({ state: past.state, secrets }, realmId, queue, 0, unlimited);
  const began = performance.now();
  const last = Math.min(until, end);
  let isFull = false;
  await past.listen(last, (event, clientEvents) => {
    const ids = eventIdsOf(event.position, clientEvents);
    for (const [at, clientEvent] of clientEvents.entries()) batch.add(entryOf(clientEvent, ids[at] ?? 0));
    // A page ends only at a recorded event, because the request for the next page names that event, and the trail must contain it.
    if (!isRecorded(event.kind, event.type) || event.position >= last) return false;
    const { events, length } = batch.size;
    isFull =
      events >= limit || length >= limits.stepsBytesMax || performance.now() - began >= limits.stepsSecsMax * 1000;
    return isFull;
  });
  const { position } = past;
  return { texts: batch.finished(), position, next: isFull ? position : undefined };
}
