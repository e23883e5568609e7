/** Removes an erased message from client events: those with its content are dropped, and lists of messages lose it. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import type { ClientEvent } from './client-event.ts';

/** The message that the event erases; undefined if it erases none. */
export const erasedBy = (event: Recorded): MessageId | undefined =>
  event.type === 'MessageDeleted' ? event.data.messageId : undefined;

type Erasable = Pick<ClientEvent, 'carries' | 'lists' | 'scope' | 'body'>;

/** The client event without the message; the same object if the message is not in it; undefined if nothing is left of it. */
export function without<E extends Erasable>(event: E, messageId: MessageId): E | undefined {
  if (event.carries === messageId) return undefined;
  if (!event.lists?.includes(messageId)) return event;
  const others = (ids: readonly MessageId[]): MessageId[] => ids.filter((id) => id !== messageId);
  const lists = others(event.lists);
  if (lists.length === 0) return undefined;
  const { scope, body } = event;
  return {
    ...event,
    lists,
    scope: scope.kind === 'receivers' ? { ...scope, messageIds: others(scope.messageIds) } : scope,
    body: body.kind === 'update' ? { ...body, fields: { ...body.fields, message_ids: lists } } : body,
  };
}
