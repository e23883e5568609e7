/** POST /messages (spec, send a message; api-facts §4.1). */
import { z } from 'zod';
import { accept, type Command, refuse } from '../../src/define/command.ts';
import { soon } from '../../src/define/soon.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { type MessageId, QueueId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { placeOf } from './place-rules.ts';
import { messageSent } from './sent.ts';
import { contentRefusal, topicRefusal } from './text-rules.ts';

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

const refusalOf = ({ content, to }: Input) =>
  contentRefusal(content) ?? (to.kind === 'channel' ? topicRefusal(to.topic) : undefined);

export const sendMessage: Command<RealmState, Input, { messageId: MessageId }, Prepared | undefined> = {
  name: 'send-message',
  summary: 'Say something in a topic or to people',
  input: Input,
  stream: () => null,
  prepare(_state, input, tools) {
    if (refusalOf(input)) return undefined;
    const topicLinks = input.to.kind === 'channel' ? tools.topicLinks(input.to.topic) : [];
    return soon(tools.render(input.content), (text) => ({ text, topicLinks }));
  },
  decide(state, input, { realmId, actor, now, mint, fingerprint, prepared }) {
    const refusal = refusalOf(input);
    if (refusal || !prepared) return refuse(refusal ?? { code: 'message-content-empty' });
    const senderId = actor as UserId;
    const placed = placeOf(state, senderId, input.to, now, fingerprint);
    if ('refusal' in placed) return refuse(placed.refusal);
    // A local echo goes to the sender's own queue or nowhere (api-facts §0.2a).
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
};
