/** A message that the service itself has somebody say: the Notification Bot's, a webhook's answer. No permission is asked. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { Place } from '../../src/vocabulary/places.ts';
import { defineCommand } from '../define-command.ts';
import { messageSent } from './sent.ts';

/** The id was minted with the plan, so that whoever finishes the plan says it once. */
const Input = z.object({ messageId: MessageId, senderId: UserId, place: Place, content: z.string() });
type Prepared = { readonly text: RenderedText; readonly topicLinks: string[] };

export const sendNotice = defineCommand({
  name: 'send-notice',
  summary: 'Have a bot of the organization say something',
  input: Input,
  refusals: [],
  stream: () => null,
  async prepare(_state, { content, place }, tools): Promise<Prepared> {
    const topicLinks = place.kind === 'channel' ? tools.topicLinks(place.topic) : [];
    return { text: await tools.render(content), topicLinks };
  },
  decide(state, { messageId, senderId, place }, { realmId, prepared }) {
    const sent = messageSent(state, { messageId, senderId, place, ...prepared });
    return accept([{ stream: logStream.message(realmId, messageId), events: [sent] }], { messageId });
  },
});
