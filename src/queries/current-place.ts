/** The current place of a message, for checks of who may read it. */
import { messageDocumentId, messages, placeOf } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';

/** Undefined if there is no such message, or if it was deleted. */
export async function currentPlaceOf(
  view: ReadView,
  realmId: number,
  messageId: MessageId,
): Promise<{ readonly messageId: MessageId; readonly place: Place; readonly alsoTo: readonly UserId[] } | undefined> {
  const message = await view.get(messages, messageDocumentId(realmId, messageId));
  return message && { messageId, place: placeOf(message), alsoTo: message.alsoTo };
}
