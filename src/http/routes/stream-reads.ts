/** Reads about one stream. */
import { z } from 'zod';
import { isSubscriber, memberAddresses, streamIdNamed, topicsOf, topicsViewer } from '../../queries/one-stream.ts';
import { newestTopics } from '../../state/newest-topics.ts';
import { ChannelId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { count, pathId, raw } from '../request/parameters.ts';

const streamId = () => described(pathId(ChannelId), 'The id of the stream.', 2);

const getStreamId = defineEndpoint({
  id: 'getStreamId',
  route: 'GET /get_stream_id',
  summary: 'Get the id of a stream',
  description: 'Returns the id of the stream with this name. Case is ignored.',
  parameters: z.object({ stream: described(raw(), 'The name of the stream.', 'general') }),
  response: z.object({ stream_id: z.int() }),
  example: { stream_id: 1 },
  refusals: ['channel-name-invalid'],
  handle: ({ realmId, userId, parameters: { stream } }, services) =>
    services.read(async (view) => ({ stream_id: await streamIdNamed(view, realmId, userId, stream) })),
});

const getMembers = defineEndpoint({
  id: 'getStreamMembers',
  route: 'GET /streams/:stream_id/members',
  summary: 'List the subscribers of a stream',
  description: 'Returns the e-mail addresses of the active subscribers, in the order of user ids.',
  listsMany: () => true,
  parameters: z.object({ stream_id: streamId() }),
  response: z.object({ subscribers: z.array(z.string()) }),
  example: { subscribers: ['iago@example.com'] },
  refusals: ['channel-id-unknown'],
  handle: ({ realmId, userId, parameters: { stream_id: channelId } }, services) =>
    services.read(async (view) => ({ subscribers: await memberAddresses(view, realmId, userId, channelId) })),
});

const getTopics = defineEndpoint({
  id: 'getStreamTopics',
  route: 'GET /users/me/:stream_id/topics',
  summary: 'List the topics of a stream',
  description:
    'Returns the topics of a stream in which the caller may read a message, newest first. Long lists are paged: `next_offset` is the `offset` of the next page, if there is one.',
  parameters: z.object({
    stream_id: streamId(),
    offset: described(count().default(0), 'How many of the newest topics to skip.', 0),
  }),
  response: z.object({
    topics: z.array(
      z.object({
        name: z.string().describe('The topic, as its newest message has it'),
        max_id: z.int().describe('The newest message in it that the caller may read'),
      }),
    ),
    next_offset: z.int().optional().describe('The `offset` of the next page; only if there are more topics'),
  }),
  example: { topics: [{ name: 'lunch', max_id: 42 }] },
  refusals: ['channel-id-unknown'],
  handle: ({ realmId, userId, parameters: { stream_id: channelId, offset } }, services) =>
    services.read(async (view) => {
      const viewer = await topicsViewer(view, realmId, userId, channelId);
      const page = { offset, limit: limits.topicsListedMax };
      const { topics: newest, more } = newestTopics(services.realm(realmId), userId, channelId, page);
      const topics = await topicsOf(view, viewer, newest);
      return { topics, ...(more ? { next_offset: offset + newest.length } : {}) };
    }),
});

export const getSubscriptionStatus = defineEndpoint({
  id: 'getSubscriptionStatus',
  route: 'GET /users/:user_id/subscriptions/:stream_id',
  summary: 'Check whether a user is subscribed',
  description: 'Returns whether a user is subscribed to a stream whose subscribers the caller may see.',
  parameters: z.object({
    user_id: described(pathId(UserId), 'The id of the user.', 10),
    stream_id: streamId(),
  }),
  response: z.object({ is_subscribed: z.boolean() }),
  example: { is_subscribed: true },
  refusals: ['channel-id-unknown', 'user-missing'],
  handle: ({ realmId, userId, parameters: { user_id: otherId, stream_id: channelId } }, services) =>
    services.read(async (view) => ({
      is_subscribed: await isSubscriber(view, realmId, userId, { otherId, channelId }),
    })),
});

export const streamReads = [getStreamId, getMembers, getTopics];
