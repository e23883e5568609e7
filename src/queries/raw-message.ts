/** GET /messages/{message_id}: the Markdown source of a message. */
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { reachableMessage } from './visibility.ts';

/** Throws `Refused` (`message-missing`). */
export async function rawMessage(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
): Promise<{ raw_content: string }> {
  const { content } = await reachableMessage(view, realmId, userId, messageId);
  return { raw_content: content };
}
