/** What an event queue of somebody would have been told, from where a past stands on: by the code that serves queues. */
import { eventIdsOf } from '../feed/parts.ts';
import type { Told, ToldQuestion } from '../http/past/pasts.ts';
import { BatchBuilder } from '../queues/batch-builder.ts';
import { entryOf } from '../queues/ring.ts';
import type { Past } from '../replay/past.ts';
import type { Queue } from '../state/queues.ts';
import type { QueueId, RealmId } from '../vocabulary/ids.ts';
import { stepsBytesMax, stepsSecsMax } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';

/** A queue that is thought to have stood, and the last position of which it is asked what it was told. */
export type Listening = Pick<ToldQuestion, 'userId' | 'options' | 'until' | 'limit'>;

/** `position`: where the past stands now. */
export type Heard = Told & { readonly position: number };

/** No key of a bot is told to who looks back. */
const secrets = { apiKey: () => null, botToken: () => null };

/** Whole events of the log are told: a page ends between two. */
const unlimited = { events: Number.POSITIVE_INFINITY, length: Number.POSITIVE_INFINITY };

/** The past goes forward, for a limited time. `end`: the end of what may be read. */
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
    // Whoever goes on names the event where it ended: one that the trail knows.
    if (!isRecorded(event.kind, event.type) || event.position >= last) return false;
    const { events, length } = batch.size;
    isFull = events >= limit || length >= stepsBytesMax || performance.now() - began >= stepsSecsMax * 1000;
    return isFull;
  });
  const { position } = past;
  return { texts: batch.finished(), position, next: isFull ? position : undefined };
}
