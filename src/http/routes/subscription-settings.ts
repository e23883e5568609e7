/** How a subscriber has streams and topics shown (spec, subscription properties and muted topics; api-facts §6.5, §6.6). */
import { z } from 'zod';
import { changeSubscriptionProperties } from '../../../commands/user/change-subscription-properties.ts';
import { muteTopic } from '../../../commands/user/mute-topic.ts';
import { unmuteTopic } from '../../../commands/user/unmute-topic.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { invalid } from '../request/parameter-errors.ts';
import { id, json, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { byCaller } from './shared/by-caller.ts';
import { SubscriptionDatum, subscriptionChange } from './shared/subscription-data.ts';

const postProperties = defineEndpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: "Change properties of one's own subscriptions",
  section: 'POST /api/v1/users/me/subscriptions/properties',
  access: 'user',
  parameters: z.object({ subscription_data: json(z.array(SubscriptionDatum)) }),
  response: z.object({ subscription_data: z.array(SubscriptionDatum) }),
  refusals: ['not-subscribed'],
  async handle(call, services) {
    const { subscription_data } = call.parameters;
    const changes = subscription_data.map(subscriptionChange);
    await services.run(changeSubscriptionProperties, { userId: call.userId, changes }, byCaller(call));
    return { subscription_data };
  },
});

const patchMutedTopics = defineEndpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute a topic, or take that back',
  section: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
  access: 'user',
  parameters: z.object({
    stream: raw().optional(),
    stream_id: id(ChannelId).optional(),
    topic: raw(),
    op: raw(z.enum(['add', 'remove'])),
  }),
  response: z.object({}),
  refusals: [
    'topic-already-muted',
    'topic-not-muted',
    'mute-channel-name-unknown',
    'mute-channel-id-unknown',
    'topic-empty',
    'topic-too-long',
  ],
  async handle(call, services) {
    const { stream, stream_id: streamId, topic, op } = call.parameters;
    if (stream !== undefined && streamId !== undefined)
      throw new ProblemError(invalid("Please choose one: 'stream' or 'stream_id'."));
    const channel = streamId ?? stream;
    if (channel === undefined) throw new ProblemError(invalid("Please supply 'stream'."));
    const command = op === 'add' ? muteTopic : unmuteTopic;
    await services.run(command, { userId: call.userId, channel, topic }, byCaller(call));
    return {};
  },
});

export const subscriptionSettings: readonly AnyEndpoint[] = [postProperties, patchMutedTopics];
