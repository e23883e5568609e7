/** Event queues of people that existed when a message was sent and have ended since. Their options are no longer known. */
import { erasedTrail, isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { EventId, Millis, RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { type HeldMessages, heldEvent } from './held-events.ts';
import { documentsOf, trailPage } from './select.ts';

type EndedQueue = { readonly queueId: string; readonly registeredAt: Millis; readonly endedAt: Millis };

/** The event in which a message was sent, according to the trail. Undefined if the trail does not have it. */
export async function sendingOf(
  view: ReadView,
  realmId: RealmId,
  messageId: number,
  held: HeldMessages,
): Promise<{ readonly eventId: EventId; readonly at: Millis; readonly position: number | undefined } | undefined> {
  const filter = { objects: [{ type: 'message', id: messageId }], events: ['MessageSent'] } as const;
  const [sent] = (await trailPage(view, realmId, filter, { direction: 'ascending', limit: 1 })).found;
  if (!sent) return undefined;
  const { eventId } = sent;
  if (!isErased(sent)) return { eventId, at: sent.at, position: sent.position };
  const kept = await heldEvent(realmId, sent, held);
  return { eventId, at: sent.erasedAt, position: kept?.position };
}

/** The user's queues that existed at `at` and have ended since. They are found among the user's newest erased events before `at`. */
export async function queuesEndedSince(
  view: ReadView,
  realmId: number,
  userId: UserId,
  at: Millis,
): Promise<EndedQueue[]> {
  const gone = await view.scan(erasedTrail, 'erased', {
    prefix: [realmId, trailKey.actor(userId)],
    to: at,
    reverse: true,
    limit: limits.earlierQueuesMax,
  });
  const registered = gone.filter(({ type }) => type === 'EventQueueRegistered');
  const ends = await documentsOf(
    view,
    realmId,
    registered.map(({ erasedBy }) => erasedBy),
  );
  return registered.flatMap(({ object, erasedAt: registeredAt }, index) => {
    const end = ends[index];
    const endedAt = end && (isErased(end) ? end.erasedAt : end.at);
    return endedAt !== undefined && endedAt >= at ? [{ queueId: String(object.id), registeredAt, endedAt }] : [];
  });
}
