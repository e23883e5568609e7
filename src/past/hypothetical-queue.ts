/** What an event queue of a user would have been told after the position that a past is at, made by the code that serves queues. */
import { eventIdsOf } from '../feed/parts.ts';
import type { Told, ToldQuestion } from '../http/past/pasts.ts';
import { BatchBuilder } from '../queues/batch-builder.ts';
import { entryOf } from '../queues/ring.ts';
import type { Past } from '../replay/past.ts';
import type { Queue } from '../state/queues.ts';
import type { QueueId, RealmId } from '../vocabulary/ids.ts';
import { stepsBytesMax, stepsSecsMax } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';

/** An imagined event queue, and the last position up to which it is asked for its events. */
export type Listening = Pick<ToldQuestion, 'userId' | 'options' | 'until' | 'limit'>;

/** `position`: where the past stands now. */
export type Heard = Told & { readonly position: number };

/** Auditors who look at the past get no keys of bots. */
const secrets = { apiKey: () => null, botToken: () => null };

/** A page ends between two events of the log, so the batch itself has no limit. */
const unlimited = { events: Number.POSITIVE_INFINITY, length: Number.POSITIVE_INFINITY };

/** Moves the past forward, for a limited time, and collects the events of the queue. `end`: the last position that may be read. */
export async function toldTo(
  past: Past,
  realmId: RealmId,
  { userId, options, until, limit }: Listening,
  end: number,
): Promise<Heard> {
  const queue: Queue = {
    ...{ queueId: '' as QueueId, userId, countsFor: userId, start: past.position, touchedAt: 0 },
    options: { ...options, lifespanSecs: 0 },
  };
  const batch = new BatchBuilder({ state: past.state, secrets }, realmId, queue, 0, unlimited);
  const began = performance.now();
  const last = Math.min(until, end);
  let isFull = false;
  await past.listen(last, (event, clientEvents) => {
    const ids = eventIdsOf(event.position, clientEvents);
    for (const [at, clientEvent] of clientEvents.entries()) batch.add(entryOf(clientEvent, ids[at] ?? 0));
    // A page ends at a recorded event only: the request for the next page names it, and the trail must know it.
    if (!isRecorded(event.kind, event.type) || event.position >= last) return false;
    const { events, length } = batch.size;
    isFull = events >= limit || length >= stepsBytesMax || performance.now() - began >= stepsSecsMax * 1000;
    return isFull;
  });
  const { position } = past;
  return { texts: batch.finished(), position, next: isFull ? position : undefined };
}
