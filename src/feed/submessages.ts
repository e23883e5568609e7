/** `submessage` events: data that clients store with a message. They are erased with the message. */
import { currentPlace } from '../state/topics.ts';
import { submessageId } from '../wire/message.ts';
import type { Feed } from './feed-handlers.ts';
import { laterScope } from './messages.ts';

export const submessageFeed: Feed = {
  SubmessageAdded:
    ({ data: { messageId, number, userId, place, msgType, content } }) =>
    (state) => [
      {
        type: 'submessage',
        scope: laterScope(state, currentPlace(state.topics, messageId, place), [messageId]),
        carries: messageId,
        body: {
          kind: 'plain',
          fields: {
            submessage_id: submessageId(messageId, number),
            message_id: messageId,
            sender_id: userId,
            msg_type: msgType,
            content,
          },
        },
      },
    ],
};
