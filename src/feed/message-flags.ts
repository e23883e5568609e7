/** `update_message_flags` events: messages that users have read, starred or collapsed. Each user gets only their own. */
import { type IdSpans, idsIn } from '../vocabulary/id-spans.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { EventFields } from '../wire/client-events.ts';
import { only } from './channel-visibility.ts';
import { plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const messageFlagsFeed = fromAfter({
  MessageFlagsChanged: ({ data: { userId, op, flag, messages } }) =>
    messages.length === 0 ? [] : [changed(userId, { operation: op, flag, messages: idsIn(messages), all: false })],

  AllMessagesRead: ({ data: { userId, spans, unread } }, { topics }) => {
    // A message that came after the request stays unread. Clients that have it must not take it for read.
    const all = unread === undefined || holdsAll(spans, topics.lastMessageId);
    const messages = all ? [] : idsIn(unread);
    return all || messages.length > 0 ? [changed(userId, { operation: 'add', flag: 'read', messages, all })] : [];
  },
});

const holdsAll = (spans: IdSpans, last: number): boolean => spans[0]?.[0] === 1 && (spans[0]?.[1] ?? 0) >= last;

const changed = (userId: UserId, fields: EventFields<'update_message_flags'>) =>
  plainEvent('update_message_flags', only([userId]), fields);
