/** Saying, changing and deleting messages (spec, Messages; api-facts §4). */
import { z } from 'zod';
import { deleteMessage } from '../../../commands/message/delete-message.ts';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { MessageId, QueueId } from '../../vocabulary/ids.ts';
import { localIdLengthMax } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { invalid, missing } from '../request/parameter-errors.ts';
import { anyText, boolean, integer, pathId, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { destinationOf } from './shared/destination.ts';
import { noStreamNotice, tellOwner } from './shared/owner-notices.ts';

const notYet = (name: string) =>
  raw(z.string().refine(() => false, { message: `${name} is not supported: messages are sent at once` })).optional();

const postMessage = defineEndpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message',
  section: 'POST /api/v1/messages',
  access: 'user',
  incomingWebhookBots: true,
  parameters: z.object({
    type: raw(),
    to: raw().optional(),
    content: anyText(),
    topic: raw().optional(),
    queue_id: raw().optional(),
    local_id: raw(z.string().max(localIdLengthMax)).optional(),
    delivery_type: notYet('delivery_type'),
    deliver_at: notYet('deliver_at'),
  }),
  aliases: { subject: 'topic' },
  response: z.object({ id: z.int() }),
  refusals: [
    'message-content-empty',
    'message-content-null',
    'message-content-too-long',
    'topic-empty',
    'topic-too-long',
    'recipients-missing',
    'recipient-email-unknown',
    'recipient-id-unknown',
    'recipient-deactivated',
    'channel-unknown',
    'channel-post-unsubscribed',
    'channel-post-administrators-only',
    'channel-post-new-members-only',
  ],
  async handle(call, services) {
    const { parameters } = call;
    const { queue_id: queueId, local_id: localId, content } = parameters;
    if (queueId !== undefined && localId === undefined) throw new ProblemError(missing('local_id'));
    const queue = queueId === undefined ? undefined : QueueId.safeParse(queueId).data;
    const echo = queue !== undefined && localId !== undefined ? { queueId: queue, localId } : undefined;
    const to = destinationOf(parameters);
    try {
      const { result } = await services.run(sendMessage, { to, content, echo }, call);
      return { id: result.messageId };
    } catch (error) {
      // A program reads no answers: the owner of a bot that names an unknown stream is told (api-facts §4.1).
      const isBot = services.realm(call.realmId).directory.accounts.get(call.userId)?.bot != null;
      if (isBot && error instanceof Refused && error.refusal.code === 'channel-unknown') {
        const { name } = error.refusal;
        await tellOwner(services, call, (who) => noStreamNotice(name, who));
      }
      throw error;
    }
  },
});

const modes = { change_one: 'one', change_later: 'later', change_all: 'all' } as const;
const isMode = (text: string): text is keyof typeof modes => Object.hasOwn(modes, text);

const patchMessage = defineEndpoint({
  method: 'PATCH',
  path: '/messages/:message_id',
  summary: 'Change the words of a message, its topic or its stream',
  section: 'api-facts §4.4',
  access: 'user',
  parameters: z.object({
    message_id: pathId(MessageId),
    content: anyText().optional(),
    topic: raw().optional(),
    propagate_mode: raw().default('change_one'),
    stream_id: integer().optional(),
    send_notification_to_old_thread: boolean().default(true),
    send_notification_to_new_thread: boolean().default(true),
  }),
  aliases: { subject: 'topic' },
  response: z.object({}),
  refusals: [
    'message-missing',
    'edit-not-permitted',
    'edit-too-late',
    'edit-nothing',
    'edit-propagate-without-topic',
    'move-not-permitted',
    'move-with-content',
    'move-private',
    'move-channel-unknown',
    'message-content-too-long',
    'topic-empty',
    'topic-too-long',
  ],
  async handle({ parameters, ...call }, services) {
    if (!isMode(parameters.propagate_mode)) throw new ProblemError(invalid('Invalid propagate_mode'));
    const { position } = await services.run(
      editMessage,
      {
        messageId: parameters.message_id,
        content: parameters.content,
        topic: parameters.topic?.trim(),
        channelId: parameters.stream_id,
        which: modes[parameters.propagate_mode],
        noticeOld: parameters.send_notification_to_old_thread,
        noticeNew: parameters.send_notification_to_new_thread,
      },
      call,
    );
    await services.settled(call.realmId, position);
    return {};
  },
});

const deleteMessageById = defineEndpoint({
  method: 'DELETE',
  path: '/messages/:msg_id',
  summary: 'Delete a message for everyone, for ever',
  section: 'DELETE /api/v1/messages/{msg_id}',
  access: 'user',
  parameters: z.object({ msg_id: pathId(MessageId) }),
  response: z.object({}),
  refusals: ['message-missing', 'delete-not-permitted'],
  async handle({ parameters, ...call }, services) {
    await services.run(deleteMessage, { messageId: parameters.msg_id }, call);
    return {};
  },
});

export const messageWrites = [postMessage, patchMessage, deleteMessageById];
