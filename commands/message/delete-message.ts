/**
 * DELETE /messages/{msg_id}: makes the message unreadable for everyone. The deletion stays in the log; the next scrub removes the content.
 */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { messageHistoryAggregate } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { messageDeleted } from './deleted.ts';

export const deleteMessage = defineCommand({
  name: 'delete-message',
  input: z.object({ messageId: idNamed(MessageId) }),
  refusals: ['message-missing', 'delete-not-permitted', 'delete-too-late'],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: messageHistoryAggregate,
  decide(state, { messageId }, { realmId, actor, now, leafOf, own: { message: own, events } }) {
    const userId = actor as UserId;
    if (own.status !== 'sent' || !canReach(state, userId, own)) return refuse({ code: 'message-missing' });
    const refusal = deleteRefusal(state, userId, own.senderId, now - own.sentAt);
    if (refusal) return refuse(refusal);
    const deleted = messageDeleted(state, own, events, leafOf);
    return acceptEvent(logStream.message(realmId, messageId), deleted);
  },
});

/**
 * Administrators may always delete. Others may delete their own messages in time, if the organization allows that. `age` is in
 * milliseconds.
 */
function deleteRefusal(
  state: RealmState,
  userId: UserId,
  senderId: UserId,
  age: number,
): Refusal<'delete-not-permitted' | 'delete-too-late'> | undefined {
  if (isAdmin(state.directory.accounts.get(userId))) return undefined;
  const { allow_message_deleting, message_content_delete_limit_seconds: limitSecs } = state.realm.settings;
  if (senderId !== userId || !allow_message_deleting) return { code: 'delete-not-permitted' };
  return limitSecs > 0 && age > limitSecs * 1000 ? { code: 'delete-too-late' } : undefined;
}
