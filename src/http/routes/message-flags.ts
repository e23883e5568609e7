/** Flags of messages, which each user sets for themselves: read, starred, collapsed. */
import { z } from 'zod';
import { changeMessageFlags } from '../../../commands/user/change-message-flags.ts';
import { markAllAsRead } from '../../../commands/user/mark-all-as-read.ts';
import type { Call } from '../../define/endpoint.ts';
import { KeyedMutex } from '../../define/mutex.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { type FlagChange, flagChange } from '../../queries/flag-change.ts';
import { markEverything, markPlace } from '../../queries/mark-as-read.ts';
import { spansOf } from '../../vocabulary/id-spans.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { FlagToSet, givenFlags } from '../../vocabulary/message-flags.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { invalid } from '../request/parameter-errors.ts';
import { id, json, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import type { ServicesRunning } from '../services.ts';

/** Serializes the changes of each user, because each is decided on read models that have absorbed the previous one. */
const changes = new KeyedMutex();

const change = (
  call: Call<unknown>,
  services: ServicesRunning<typeof changeMessageFlags>,
  about: { readonly op: 'add' | 'remove'; readonly flag: FlagToSet },
  find: (view: ReadView) => Promise<FlagChange>,
): Promise<void> =>
  changes.run(`${call.realmId}.${call.userId}`, async () => {
    const { ids, read, before } = await services.read(find);
    call.charge(Math.floor(ids.length / limits.flaggedPerRequest));
    const input = {
      userId: call.userId,
      ...about,
      ids: [...ids],
      read: read.map(({ channelId, spans }) => ({ channelId, spans: [...spans] })),
      before,
    };
    await services.run(changeMessageFlags, input, call);
  });

function flagNamed(name: string): FlagToSet {
  const flag = FlagToSet.safeParse(name);
  if (flag.success) return flag.data;
  const isKnown = givenFlags.some((given) => given === name);
  throw new ProblemError(invalid(isKnown ? `Flag not editable: '${name}'` : `Invalid flag: '${name}'`));
}

const postFlags = defineEndpoint({
  id: 'updateMessageFlags',
  route: 'POST /messages/flags',
  summary: 'Set a flag of messages',
  description:
    'Sets or removes a flag of messages for the caller. `read` can be set for messages that the caller received, the other flags for all that the caller may see. Other messages are ignored. If none is left, the request is refused.',
  parameters: z.object({
    messages: described(json(z.array(z.int())), 'Ids of messages.', [42, 43]),
    op: described(raw(z.enum(['add', 'remove'])), 'Whether the flag is set or removed.', 'add'),
    flag: described(raw(), 'The flag: `read`, `starred` or `collapsed`.', 'read'),
  }),
  response: z.object({ messages: z.array(z.int()).describe('The ids that were sent') }),
  example: { messages: [42, 43] },
  commands: [changeMessageFlags],
  refusals: ['message-missing'],
  errors: [invalid("Flag not editable: 'mentioned'"), invalid("Invalid flag: 'x'")],
  async handle(call, services) {
    const { realmId, userId, parameters } = call;
    const { messages, op } = parameters;
    const flag = flagNamed(parameters.flag);
    await change(call, services, { op, flag }, (view) =>
      flagChange(view, { realmId, userId, op, flag, ids: messages }),
    );
    return { messages };
  },
});

const markAll = defineChange({
  id: 'markAllAsRead',
  route: 'POST /mark_all_as_read',
  summary: 'Mark all messages as read',
  description: 'Marks all messages that the caller has received so far as read.',
  commands: [markAllAsRead],
  async handle(call, services) {
    await changes.run(`${call.realmId}.${call.userId}`, async () => {
      const { realmId, userId } = call;
      const { spans, ids } = await services.read((view) => markEverything(view, realmId, userId));
      call.charge(Math.floor(ids.length / limits.flaggedPerRequest));
      await services.run(markAllAsRead, { userId, spans: [...spans], unread: [...spansOf(ids)] }, call);
    });
  },
});

const streamIdParameter = () => described(id(ChannelId), 'The id of the stream.', 1);

const markStream = defineChange({
  id: 'markStreamAsRead',
  route: 'POST /mark_stream_as_read',
  summary: 'Mark the messages of a stream as read',
  description: 'Marks all messages of a stream that the caller has received so far as read.',
  parameters: z.object({ stream_id: streamIdParameter() }),
  commands: [changeMessageFlags],
  refusals: ['mark-channel-unknown'],
  async handle(call, services) {
    const { realmId, userId, parameters } = call;
    const place = { channelId: parameters.stream_id };
    await change(call, services, { op: 'add', flag: 'read' }, (view) => markPlace(view, realmId, userId, place));
  },
});

const markTopic = defineChange({
  id: 'markTopicAsRead',
  route: 'POST /mark_topic_as_read',
  summary: 'Mark the messages of a topic as read',
  description: 'Marks the messages of a topic that the caller has received so far as read, at most the 50,000 newest.',
  parameters: z.object({
    stream_id: streamIdParameter(),
    topic_name: described(raw(), 'The topic.', 'lunch'),
  }),
  commands: [changeMessageFlags],
  refusals: ['mark-channel-unknown', 'topic-unknown'],
  async handle(call, services) {
    const { realmId, userId, parameters } = call;
    const place = { channelId: parameters.stream_id, topic: parameters.topic_name };
    await change(call, services, { op: 'add', flag: 'read' }, (view) => markPlace(view, realmId, userId, place));
  },
});

export const messageFlags = [postFlags, markAll, markStream, markTopic];
