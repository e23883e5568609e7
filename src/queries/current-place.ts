/** What decides who may read a message: its current place, and whom it addressed when it was sent. */
import { messageDocumentId, messages, placeOf } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, UserId } from '../vocabulary/ids.ts';
import { textFrom } from './version-text.ts';

/** Undefined if there is no such message, or if it was deleted. */
export async function currentPlaceOf(view: ReadView, realmId: number, messageId: MessageId) {
  const message = await view.get(messages, messageDocumentId(realmId, messageId));
  if (!message) return undefined;
  const { senderId, alsoTo } = message;
  const { mentions } = await textFrom(view, message, 0);
  return { messageId, senderId, place: placeOf(message), alsoTo, mentioned: mentions as UserId[] };
}
