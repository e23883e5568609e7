/**
 * A client event about many users is made, stored and kept in memory once, and served in parts, one for each user. The parts have
 * consecutive ids. The client event has the id of its last part, so that a queue that has received only some parts finds it again.
 */
import type { UserId } from '../vocabulary/ids.ts';
import type { ClientBody, ClientEvent, Peers } from './client-event.ts';
import { clientEventsMax, eventIdAt } from './event-ids.ts';

/** How many parts clients get of it. */
export const partCount = ({ body }: { readonly body: ClientBody }): number =>
  body.kind === 'peers' ? body.userIds.length : 1;

/** The client events, as many as there are ids for their parts in one domain event. */
export function withinIds(clientEvents: readonly ClientEvent[]): ClientEvent[] {
  let left = clientEventsMax;
  return clientEvents.flatMap((clientEvent): ClientEvent[] => {
    const parts = Math.min(partCount(clientEvent), left);
    left -= parts;
    if (parts === 0) return [];
    if (clientEvent.type !== 'subscription' || clientEvent.body.kind !== 'peers') return [clientEvent];
    return [{ ...clientEvent, body: { ...clientEvent.body, userIds: clientEvent.body.userIds.slice(0, parts) } }];
  });
}

/** The ids of the client events of one domain event. */
export function eventIdsOf(position: number, clientEvents: readonly { readonly body: ClientBody }[]): number[] {
  let parts = 0;
  return clientEvents.map((clientEvent) => {
    parts += partCount(clientEvent);
    return eventIdAt(position, parts - 1);
  });
}

/** The users whom the parts with ids above `after` name. A user who left gets the parts of all others, but not their own. */
export function peerParts(
  eventId: number,
  { userIds }: Peers,
  toUserId: UserId,
  after: number,
): { readonly id: number; readonly userId: UserId }[] {
  const firstId = eventId - userIds.length + 1;
  return userIds
    .map((userId, at) => ({ id: firstId + at, userId }))
    .filter(({ id, userId }) => id > after && userId !== toUserId);
}
