/** Removes an erased message or file from client events. Events with its content are dropped, and it is removed from lists of messages. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { FileId, MessageId, UserId } from '../vocabulary/ids.ts';
import type { Carried, ClientBody, ClientEvent, Scope } from './client-event.ts';

/** What the event erases; undefined if it erases nothing. */
export function erasedBy(event: Recorded): Carried | undefined {
  if (event.type === 'MessageDeleted') return event.data.messageId;
  if (event.type === 'PersonErased') return carriedPerson(event.data.userId);
  if (event.type === 'UserWordsErased') return carriedWords(event.data.userId);
  return event.type === 'FileDeleted' ? carriedFile(event.data.fileId) : undefined;
}

export const carriedPerson = (userId: UserId): Carried => `person-${userId}`;
export const carriedWords = (userId: UserId): Carried => `words-${userId}`;
export const carriedFile = (fileId: FileId): Carried => `file-${fileId}`;

type Erasable = Pick<ClientEvent, 'carries' | 'lists' | 'scope' | 'body'>;

/** The client event without the erased content. The same object if it has none; undefined if nothing remains. */
export function without<E extends Erasable>(event: E, erased: Carried): E | undefined {
  const { carries } = event;
  if (typeof carries === 'object' ? carries.includes(erased) : carries === erased) return undefined;
  const messageId = erased as MessageId;
  if (!event.lists?.includes(messageId)) return event;
  const lists = event.lists.filter((id) => id !== messageId);
  if (lists.length === 0) return undefined;
  return {
    ...event,
    lists,
    scope: scopeAbout(event.scope, lists),
    body: bodyAbout(event.body, lists),
  };
}

function scopeAbout(scope: Scope, messageIds: readonly MessageId[]): Scope {
  if (scope.kind === 'receivers') return { ...scope, messageIds };
  return scope.kind === 'channel' && scope.changed ? { ...scope, changed: messageIds } : scope;
}

function bodyAbout(body: ClientBody, messageIds: readonly MessageId[]): ClientBody {
  switch (body.kind) {
    case 'update':
      return { ...body, fields: { ...body.fields, message_ids: messageIds } };
    case 'deletion':
      return { ...body, messageIds };
    default:
      return body;
  }
}
