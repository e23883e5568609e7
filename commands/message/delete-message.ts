/** DELETE /messages/{msg_id}: nobody can read the message any more. The deletion stays in the log; the next scrub removes the content. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { messageHistoryAggregate } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import { currentPlace } from '../../src/state/topics.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

const Input = z.object({ messageId: idNamed(MessageId) });

export const deleteMessage = defineCommand({
  name: 'delete-message',
  summary: 'Delete a message for everyone',
  input: Input,
  refusals: ['message-missing', 'delete-not-permitted'],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: messageHistoryAggregate,
  decide(state, { messageId }, { realmId, actor, commitmentOf, own: { message: own, events } }) {
    const userId = actor as UserId;
    if (own.status !== 'sent' || !canReach(state, userId, own)) return refuse({ code: 'message-missing' });
    if (!isAdmin(state.directory.accounts.get(userId))) return refuse({ code: 'delete-not-permitted' });
    const { senderId, sentTo, sentAt } = own;
    const leaves = events.map((event) => ({
      eventId: event.id,
      kind: event.kind,
      type: event.type,
      at: event.metadata.at,
      actor: event.metadata.actor,
      commitment: commitmentOf(event).commitment,
    }));
    const place = currentPlace(state.topics, messageId, sentTo);
    const deleted = { type: 'MessageDeleted', data: { messageId, senderId, place, sentAt, leaves } } as const;
    return accept([{ stream: logStream.message(realmId, messageId), events: [deleted] }], {});
  },
});
