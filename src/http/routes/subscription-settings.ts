/** A subscriber's settings of streams and topics. */
import { z } from 'zod';
import { changeSubscriptionProperties } from '../../../commands/user/change-subscription-properties.ts';
import { muteTopic } from '../../../commands/user/mute-topic.ts';
import { unmuteTopic } from '../../../commands/user/unmute-topic.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { invalid } from '../request/parameter-errors.ts';
import { id, json, quotable, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { SubscriptionDatum, subscriptionChange, subscriptionDataErrors } from './shared/subscription-data.ts';

const postProperties = defineEndpoint({
  id: 'updateSubscriptionProperties',
  route: 'POST /users/me/subscriptions/properties',
  summary: 'Change properties of subscriptions',
  description:
    "Changes properties of the caller's subscriptions. If one change is refused, nothing is changed. Properties: `color`, `is_muted`, `in_home_view` (its opposite), `pin_to_top`, `desktop_notifications`, `audible_notifications`, `push_notifications`, `email_notifications`, `wildcard_mentions_notify`.",
  parameters: z.object({
    subscription_data: described(
      json(z.array(SubscriptionDatum)),
      'The changes: a stream, a property and its new value each.',
      [{ stream_id: 1, property: 'is_muted', value: true }],
    ),
  }),
  response: z.object({ subscription_data: z.array(SubscriptionDatum) }),
  example: { subscription_data: [{ stream_id: ChannelId.parse(1), property: 'is_muted', value: true }] },
  commands: [changeSubscriptionProperties],
  errors: subscriptionDataErrors,
  async handle(call, services) {
    const { subscription_data } = call.parameters;
    const changes = subscription_data.map(subscriptionChange);
    await services.run(changeSubscriptionProperties, { userId: call.userId, changes }, call);
    return { subscription_data };
  },
});

/** `true` and `false` are flags; anything else is a text. */
const flagOrText = quotable().transform((value) => (value === 'true' ? true : value === 'false' ? false : value));

const patchProperty = defineEndpoint({
  id: 'updateSubscriptionProperty',
  route: 'PATCH /users/me/subscriptions/:stream_id',
  summary: 'Change a property of a subscription',
  description:
    'Changes one property of a subscription of the caller. The properties are those of `POST /users/me/subscriptions/properties`.',
  parameters: z.object({
    stream_id: described(id(ChannelId), 'The id of the stream.', 1),
    property: described(raw(), 'Which property.', 'is_muted'),
    value: described(flagOrText, 'Its new value.', 'true'),
  }),
  response: z.object({ subscription_data: z.array(SubscriptionDatum) }),
  example: { subscription_data: [{ stream_id: ChannelId.parse(1), property: 'is_muted', value: true }] },
  commands: [changeSubscriptionProperties],
  errors: subscriptionDataErrors,
  async handle(call, services) {
    const changes = [subscriptionChange(call.parameters)];
    await services.run(changeSubscriptionProperties, { userId: call.userId, changes }, call);
    return { subscription_data: [call.parameters] };
  },
});

const oneStream = invalid("Please choose one: 'stream' or 'stream_id'.");
const someStream = invalid("Please supply 'stream'.");

export const patchMutedTopics = defineChange({
  id: 'updateMutedTopics',
  route: 'PATCH /users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic',
  description: 'Mutes or unmutes a topic of a stream for the caller. `stream` or `stream_id` names the stream.',
  parameters: z.object({
    stream: described(raw().optional(), 'The name of the stream.', 'general'),
    stream_id: described(id(ChannelId).optional(), 'The id of the stream.', 1),
    topic: described(raw(), 'The topic.', 'lunch'),
    op: described(raw(z.enum(['add', 'remove'])), 'Whether to mute it or to unmute it.', 'add'),
  }),
  commands: [muteTopic, unmuteTopic],
  errors: [oneStream, someStream],
  async handle(call, services) {
    const { stream, stream_id: streamId, topic, op } = call.parameters;
    if (stream !== undefined && streamId !== undefined) throw new ProblemError(oneStream);
    const channel = streamId ?? stream;
    if (channel === undefined) throw new ProblemError(someStream);
    const command = op === 'add' ? muteTopic : unmuteTopic;
    await services.run(command, { userId: call.userId, channel, topic }, call);
  },
});

export const subscriptionSettings = [postProperties, patchProperty];
