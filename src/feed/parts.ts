/**
 * A client event about many users, or many deleted messages, is stored once and served in parts, one for each of them. The parts have
 * consecutive ids. The client event has the id of its last part, so that a queue that has received only some parts finds it again. Clients
 * with bulk deletion get a deletion as one event.
 */
import type { MessageId, UserId } from '../vocabulary/ids.ts';
import type { ClientBody, ClientEvent, Peers } from './client-event.ts';
import { clientEventsMax, eventIdAt } from './event-ids.ts';

/** How many parts clients get of it. */
export function partCount({ body }: { readonly body: ClientBody }): number {
  if (body.kind === 'peers') return body.userIds.length;
  return body.kind === 'deletion' ? body.messageIds.length : 1;
}

/** The client events, as many as there are ids for their parts in one domain event. */
export function withinIds(clientEvents: readonly ClientEvent[]): ClientEvent[] {
  let left = clientEventsMax;
  return clientEvents.flatMap((clientEvent): ClientEvent[] => {
    const parts = Math.min(partCount(clientEvent), left);
    left -= parts;
    if (parts === 0) return [];
    const { type, body } = clientEvent;
    if (type === 'subscription' && body.kind === 'peers')
      return [{ ...clientEvent, body: { ...body, userIds: body.userIds.slice(0, parts) } }];
    if (type === 'delete_message')
      return [{ ...clientEvent, body: { ...body, messageIds: body.messageIds.slice(0, parts) } }];
    return [clientEvent];
  });
}

export function eventIdsOf(position: number, clientEvents: readonly { readonly body: ClientBody }[]): number[] {
  let parts = 0;
  return clientEvents.map((clientEvent) => {
    parts += partCount(clientEvent);
    return eventIdAt(position, parts - 1);
  });
}

/** The parts with ids above `after`. */
const partsAfter = <T>(
  eventId: number,
  items: readonly T[],
  after: number,
): { readonly id: number; readonly item: T }[] =>
  items.map((item, at) => ({ id: eventId - items.length + 1 + at, item })).filter(({ id }) => id > after);

/** The users whom the parts with ids above `after` name. A user who left gets the parts of all others, but not their own. */
export const peerParts = (eventId: number, { userIds }: Peers, toUserId: UserId, after: number) =>
  partsAfter(eventId, userIds, after)
    .map(({ id, item }) => ({ id, userId: item }))
    .filter(({ userId }) => userId !== toUserId);

/** The messages that the parts with ids above `after` name. */
export const deletionParts = (eventId: number, messageIds: readonly MessageId[], after: number) =>
  partsAfter(eventId, messageIds, after).map(({ id, item }) => ({ id, messageId: item }));
