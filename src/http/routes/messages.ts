/** Sending, changing and deleting messages. */
import { z } from 'zod';
import { deleteMessage } from '../../../commands/message/delete-message.ts';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { scheduleMessage } from '../../../commands/scheduled/schedule-message.ts';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';
import { defaultChannel } from '../../state/bot-defaults.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { MessageId, QueueId, type RealmId, type UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { queueIdExample } from '../openapi/examples.ts';
import { idempotencyOf } from '../request/idempotency-key.ts';
import { missing } from '../request/parameter-errors.ts';
import { anyText, boolean, integer, pathId, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { destinationOf, toParameter } from './shared/destination.ts';
import { messageCost } from './shared/message-cost.ts';
import { mirroringParameters, refuseMirrored } from './shared/mirroring.ts';
import { noStreamNotice, notifyOwner } from './shared/owner-notices.ts';
import { isScheduled, schedule, schedulingParameters } from './shared/scheduling.ts';

const typeParameter = z.enum(['stream', 'private'], { error: 'Invalid message type' });
const topicParameter = () =>
  described(raw().optional(), 'The topic, at most 60 characters. Ignored in private messages.', 'lunch');

/** A bot's message without a stream goes to the default stream that was chosen for the bot. */
function withOwnDefault<P extends { type: string; to?: string | undefined }>(
  sent: P,
  state: RealmState,
  by: UserId,
): P {
  const bot = state.directory.accounts.get(by)?.bot;
  if (sent.type !== 'stream' || sent.to !== undefined || !bot) return sent;
  const channel = defaultChannel(state, bot, bot.defaults?.sendingChannelId);
  return channel ? { ...sent, to: String(channel.channelId) } : sent;
}

const postMessage = defineEndpoint({
  id: 'sendMessage',
  route: 'POST /messages',
  summary: 'Send a message',
  description:
    'Sends a message to a topic of a stream or to users. The answer comes after the message is on disk. Repeating the request sends a second message, unless both requests have the same `Idempotency-Key`. With `delivery_type` the message is sent later, and the answer has the time.',
  incomingWebhookBots: true,
  idempotent: true,
  parameters: z.object({
    type: described(raw(typeParameter), 'Whether it goes to a stream or to users.', 'stream'),
    to: toParameter(),
    content: described(anyText(), 'The text in Markdown, at most 10,000 bytes of UTF-8.', 'Lunch at **noon**?'),
    topic: topicParameter(),
    queue_id: described(
      raw().optional(),
      "One of the sender's own event queues, whose event for the message then has `local_id`.",
      queueIdExample,
    ),
    local_id: described(
      raw(z.string().max(limits.localIdLengthMax)).optional(),
      'An id that the client chooses, to recognize the message in its event. Required with `queue_id`.',
      '100.01',
    ),
    ...schedulingParameters,
    ...mirroringParameters,
  }),
  aliases: { subject: 'topic' },
  response: z.object({
    id: z.int().optional().describe('The id of the message, if it was sent'),
    deliver_at: z.string().optional().describe('When it is sent, if it was scheduled'),
  }),
  example: { id: 42 },
  commands: [sendMessage, scheduleMessage],
  async handle(call, services) {
    const { parameters } = call;
    refuseMirrored(parameters);
    const { queue_id: queueId, local_id: localId, content } = parameters;
    if (queueId !== undefined && localId === undefined) throw new ProblemError(missing('local_id'));
    const queue = queueId === undefined ? undefined : QueueId.safeParse(queueId).data;
    const echo = queue !== undefined && localId !== undefined ? { queueId: queue, localId } : undefined;
    const to = destinationOf(withOwnDefault(parameters, services.realm(call.realmId), call.userId));
    // The fingerprint leaves out `queue_id` and `local_id`, because a retry may come from another event queue.
    const idempotency = idempotencyOf(call.headers, call.userId, { to, content });
    try {
      if (isScheduled(parameters)) return await schedule(call, services, to);
      const { result } = await services.run(sendMessage, { to, content, echo, idempotency }, call);
      call.charge(messageCost(result));
      return { id: result.messageId };
    } catch (error) {
      // Nobody reads the answers to a program. Therefore the owner of a bot that names an unknown stream is notified.
      const isBot = services.realm(call.realmId).directory.accounts.get(call.userId)?.bot != null;
      if (isBot && error instanceof Refused && error.refusal.code === 'channel-unknown') {
        const { name } = error.refusal;
        await notifyOwner(services, call, (who) => noStreamNotice(name, who));
      }
      throw error;
    }
  },
});

const modes = { change_one: 'one', change_later: 'later', change_all: 'all' } as const;
const modeParameter = z.enum(['change_one', 'change_later', 'change_all'], { error: 'Invalid propagate_mode' });

const messageIdParameter = described(pathId(MessageId), 'The id of the message.', 42);

/** Begins a move only when the read models have absorbed the previous one, so that other users' reads wait for at most one move. */
const oneByOne = <T>(
  realmId: RealmId,
  move: () => Promise<T>,
  { moves, read }: Pick<Services, 'moves' | 'read'>,
): Promise<T> =>
  moves.run(String(realmId), async () => {
    const done = await move();
    try {
      await read(async () => undefined);
    } catch (error) {
      // The move is in the log. While the read store is out of reach, there are no reads that would wait for the move.
      if (!(error instanceof ReadStoreUnavailable)) throw error;
    }
    return done;
  });

const patchMessage = defineChange({
  id: 'updateMessage',
  route: 'PATCH /messages/:message_id',
  summary: 'Change the content of a message, its topic or its stream',
  description:
    'Authors can change the content for 600 seconds, unless the organization sets another time. Everybody can change topics for one day, unless the organization forbids it; authors and administrators always can. Administrators can move messages to other public streams. Empty content becomes `(deleted)`.',
  parameters: z.object({
    message_id: messageIdParameter,
    content: described(anyText().optional(), 'The new text in Markdown.', 'Lunch at **one**?'),
    topic: described(raw().optional(), 'The new topic.', 'dinner'),
    propagate_mode: described(
      raw(modeParameter).default('change_one'),
      'Which messages of the topic are moved: only this one, this one and later ones, or all.',
      'change_later',
    ),
    stream_id: described(integer().optional(), 'The stream to move to.', 2),
    send_notification_to_old_thread: described(
      boolean().default(true),
      'If messages are moved to another stream: whether the Notification Bot posts a link to the new topic in the old one.',
      false,
    ),
    send_notification_to_new_thread: described(
      boolean().default(true),
      'If messages are moved to another stream: whether the Notification Bot posts a link to the old topic in the new one.',
      false,
    ),
  }),
  aliases: { subject: 'topic' },
  commands: [editMessage],
  async handle({ parameters, ...call }, services) {
    const { message_id: messageId, content, stream_id: channelId } = parameters;
    const topic = parameters.topic?.trim();
    const which = modes[parameters.propagate_mode];
    const input = {
      messageId,
      content,
      topic,
      channelId,
      which,
      noticeOld: parameters.send_notification_to_old_thread,
      noticeNew: parameters.send_notification_to_new_thread,
    };
    // Moves of other topics are not delayed while this one waits for earlier moves of its topics.
    const { position, result } = await services.onWholeTopics(call, (check) => {
      const edit = () => services.run(editMessage, input, { ...call, check });
      return which === 'one' ? edit() : oneByOne(call.realmId, edit, services);
    });
    call.charge(Math.floor(result.moved / limits.movedPerRequest) + messageCost(result));
    await services.settled(call.realmId, position);
  },
});

const deleteMessageById = defineChange({
  id: 'deleteMessage',
  route: 'DELETE /messages/:message_id',
  summary: 'Delete a message',
  description:
    'Deletes a message for everyone. This cannot be undone. While a legal hold covers the message, auditors can still read it. For administrators, and for authors if the organization allows it.',
  parameters: z.object({ message_id: messageIdParameter }),
  commands: [deleteMessage],
  handle: ({ parameters, ...call }, services) =>
    services.run(deleteMessage, { messageId: parameters.message_id }, call),
});

export const messageWrites = [postMessage, patchMessage, deleteMessageById];
