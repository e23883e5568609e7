/** POST /messages: sends a message to a topic or to users. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { QueueId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { placeOf, placeRefusals } from './place-rules.ts';
import { messageSent } from './sent.ts';
import { contentRefusal, contentRefusals, isBlank, topicRefusal, topicRefusals } from './text-rules.ts';

const Input = z.object({
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('channel'), channel: z.union([z.string(), z.int()]), topic: z.string() }),
    z.object({ kind: z.literal('private'), to: z.array(z.union([z.string(), z.int()])) }),
  ]),
  content: z.string(),
  echo: z.object({ queueId: QueueId, localId: z.string() }).optional(),
});
type Input = z.infer<typeof Input>;

type Prepared = { readonly text: RenderedText; readonly topicLinks: string[] };

const blankRefusal: Refusal<'message-content-empty'> = { code: 'message-content-empty' };

const refusalOf = ({ content, to }: Input) =>
  isBlank(content)
    ? blankRefusal
    : (contentRefusal(content) ?? (to.kind === 'channel' ? topicRefusal(to.topic) : undefined));

export const sendMessage = defineCommand({
  name: 'send-message',
  summary: 'Send a message to a topic or to users',
  input: Input,
  refusals: ['message-content-empty', ...contentRefusals, ...topicRefusals, ...placeRefusals],
  stream: () => null,
  async prepare(_state, input, tools): Promise<Prepared | undefined> {
    if (refusalOf(input)) return undefined;
    const topicLinks = input.to.kind === 'channel' ? tools.topicLinks(input.to.topic) : [];
    return { text: await tools.render(input.content), topicLinks };
  },
  decide(state, input, { realmId, actor, now, mint, fingerprint, prepared }) {
    const refusal = refusalOf(input);
    if (refusal || !prepared) return refuse(refusal ?? blankRefusal);
    const senderId = actor as UserId;
    const placed = placeOf(state, senderId, input.to, now, fingerprint);
    if ('refusal' in placed) return refuse(placed.refusal);
    // A local echo is only for a queue of the sender.
    const echo = input.echo && state.queues.get(input.echo.queueId)?.userId === senderId ? input.echo : undefined;
    const messageId = mint.messageId();
    const sent = messageSent(state, {
      messageId,
      senderId,
      place: placed.place,
      text: prepared.text,
      topicLinks: prepared.topicLinks,
      echo,
    });
    return accept([{ stream: logStream.message(realmId, messageId), events: [sent] }], { messageId });
  },
});
