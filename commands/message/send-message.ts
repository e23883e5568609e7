/** POST /messages: sends a message to a topic or to users. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { requestClaim } from '../../src/state/request-claim.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { QueueId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { earlierClaim, Idempotency } from './earlier-claim.ts';
import { Destination, placeOf, placeRefusals } from './place-rules.ts';
import { messageSent } from './sent.ts';
import { charactersOf, contentRefusal, contentRefusals, isBlank, topicRefusal, topicRefusals } from './text-rules.ts';

const Input = z.object({
  to: Destination,
  content: z.string(),
  echo: z.object({ queueId: QueueId, localId: z.string() }).optional(),
  idempotency: Idempotency.optional(),
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
  input: Input,
  refusals: ['idempotency-key-reused', 'message-content-empty', ...contentRefusals, ...topicRefusals, ...placeRefusals],
  stream: ({ idempotency }, realmId) => (idempotency ? logStream.request(realmId, idempotency.key) : null),
  aggregate: requestClaim,
  async prepare(_state, input, tools): Promise<Prepared | undefined> {
    if (refusalOf(input)) return undefined;
    const topicLinks = input.to.kind === 'channel' ? tools.topicLinks(input.to.topic) : [];
    return { text: await tools.render(input.content), topicLinks };
  },
  decide(state, input, { realmId, actor, now, generate, fingerprint, prepared, own }) {
    const { idempotency } = input;
    const earlier = idempotency && earlierClaim(own, now);
    if (earlier && (earlier.status === 'other' || earlier.claim.fingerprint !== idempotency.fingerprint))
      return refuse({ code: 'idempotency-key-reused' });
    if (earlier?.status === 'sent')
      return accept([], { messageId: earlier.claim.messageId, mentioned: 0, characters: 0 });
    const refusal = refusalOf(input);
    if (refusal || !prepared) return refuse(refusal ?? blankRefusal);
    const senderId = actor as UserId;
    const placed = placeOf(state, senderId, input.to, now, fingerprint);
    if ('refusal' in placed) return refuse(placed.refusal);
    // A local echo is only for a queue of the sender.
    const echo = input.echo && state.queues.get(input.echo.queueId)?.userId === senderId ? input.echo : undefined;
    // There is a claim without a message: the request that made it was interrupted, or is still running.
    const begun = earlier?.status === 'claimed' ? earlier.claim : undefined;
    const messageId = begun?.messageId ?? generate.messageId();
    const sent = messageSent(state, {
      messageId,
      senderId,
      place: placed.place,
      text: prepared.text,
      topicLinks: prepared.topicLinks,
      echo,
    });
    const stream = logStream.message(realmId, messageId);
    const result = { messageId, mentioned: prepared.text.mentioned.length, characters: charactersOf(prepared.text) };
    if (!idempotency) return acceptEvent(stream, sent, result);
    const eventId = begun?.eventId ?? generate.eventId();
    const { key, fingerprint: of } = idempotency;
    const claimed = { type: 'RequestClaimed', data: { fingerprint: of, messageId, eventId } } as const;
    return accept(
      [
        ...(begun ? [] : [{ stream: logStream.request(realmId, key), events: [claimed] }]),
        { stream, events: [sent], expects: 'new' as const, ids: [eventId] },
      ],
      result,
    );
  },
});
