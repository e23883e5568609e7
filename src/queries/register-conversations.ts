/** `recent_private_conversations` of a registration. */
import { messages } from '../../projections/messages.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import type { StateReader } from './register-context.ts';

/** The number of private messages, newest first, from which conversations are collected. */
const recentMax = 500;
/** How many messages are read at a time. They may be long. */
const readAtOnce = 100;

/**
 * Conversations ordered by their newest message. `user_ids` are the other participants; empty for messages to oneself. Outgoing-webhook
 * bots get no conversations.
 */
export const registerConversations: StateReader<'recent_private_conversations'> = async ({
  view,
  realmId,
  userId,
  user,
}) => {
  if (user.bot?.type === outgoingWebhookBot) return { recent_private_conversations: [] };
  const newest = new Map<string, { user_ids: number[]; max_message_id: number }>();
  let to: number | undefined;
  for (let read = 0; read < recentMax; read += readAtOnce) {
    const recent = await view.scan(messages, 'byParticipant', {
      prefix: [realmId, userId],
      ...(to === undefined ? {} : { to }),
      reverse: true,
      limit: readAtOnce,
    });
    for (const { conversation, participants, messageId } of recent) {
      to = messageId - 1;
      if (conversation === undefined || newest.has(conversation)) continue;
      const others = (participants ?? []).filter((id) => id !== userId);
      newest.set(conversation, { user_ids: others, max_message_id: messageId });
    }
    if (recent.length < readAtOnce) break;
  }
  return { recent_private_conversations: [...newest.values()] };
};
