/** `submessage` events: data that clients store with a message. They are erased with the message. */
import { currentPlace } from '../state/topics.ts';
import { submessageId } from '../wire/message.ts';
import { plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';
import { laterScope } from './messages.ts';

export const submessageFeed = fromAfter({
  SubmessageAdded: ({ data: { messageId, number, userId, place, msgType, content } }, state) => [
    {
      ...plainEvent('submessage', laterScope(state, currentPlace(state.topics, messageId, place), [messageId]), {
        submessage_id: submessageId(messageId, number),
        message_id: messageId,
        sender_id: userId,
        msg_type: msgType,
        content,
      }),
      carries: messageId,
    },
  ],
});
