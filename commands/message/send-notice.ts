/** Sends a message of the service itself: of the Notification Bot, or the answer to an outgoing webhook. No permission is checked. */
import { z } from 'zod';
import { acceptEvent } from '../../src/define/command.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { Place } from '../../src/vocabulary/places.ts';
import { defineCommand } from '../define-command.ts';
import { messageSent } from './sent.ts';

type Prepared = { readonly text: RenderedText; readonly topicLinks: string[] };

export const sendNotice = defineCommand({
  name: 'send-notice',
  /** The id is part of the policy's plan, so that the message is sent once, whichever process finishes the plan. */
  input: z.object({
    messageId: MessageId,
    senderId: UserId,
    place: Place,
    content: z.string(),
    /** The author of the text, if it is not the sender: the text links only to streams that the author may see. */
    writer: UserId.optional(),
    /** The user for whom the message counts as read from the beginning. */
    readBy: UserId.optional(),
  }),
  refusals: [],
  stream: () => null,
  async prepare(_state, { senderId, content, place, writer = senderId }, tools): Promise<Prepared> {
    const topicLinks = place.kind === 'channel' ? tools.topicLinks(place.topic) : [];
    return { text: await tools.render(content, { writer }), topicLinks };
  },
  decide(state, { messageId, senderId, place, readBy }, { realmId, prepared }) {
    const sent = messageSent(state, { messageId, senderId, place, readBy, ...prepared });
    return acceptEvent(logStream.message(realmId, messageId), sent, { messageId });
  },
});
