/** Subscriptions in the wire format: a stream with the settings of its subscriber. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { SubscriptionProperties } from '../vocabulary/settings.ts';
import { type ChannelFacts, Stream, streamObject } from './stream.ts';
import { streamEmailAddress } from './stream-email.ts';

/** Figures computed from the messages of a stream. */
type ChannelActivity = {
  readonly firstMessageId: number | null;
  /** The number of messages per week; null for a stream that is less than a week old. */
  readonly weeklyTraffic: number | null;
};

const activityFields = {
  email_address: z
    .string()
    .describe('Address for sending e-mail to the stream. It is shown, nothing is received there.'),
  stream_weekly_traffic: z.int().nullable().describe('Messages a week; null while the stream is too new'),
  subscribers: z
    .array(z.int())
    .optional()
    .describe('User ids, ascending; only if they were requested, and not of the last streams if there are very many'),
};

export const Subscription = z
  .object({
    ...Stream.shape,
    ...SubscriptionProperties.shape,
    in_home_view: z.boolean().describe('The opposite of `is_muted`'),
    ...activityFields,
  })
  .meta({ id: 'Subscription', description: 'A stream with what its subscriber set on it.' });
export type SubscriptionObject = DeepReadonly<z.infer<typeof Subscription>>;

export const NeverSubscribed = z
  .object({ ...Stream.shape, ...activityFields })
  .meta({ id: 'NeverSubscribed', description: 'A stream that the user knows of and was never subscribed to.' });
export type NeverSubscribedObject = DeepReadonly<z.infer<typeof NeverSubscribed>>;

/**
 * `subscribers`: user ids, ascending, if they were requested and may be seen. The fields are named one by one: with a spread of the stream's
 * fields, a registration that lists a thousand subscriptions takes a tenth longer.
 */
export const subscriptionObject = (
  channel: ChannelFacts,
  properties: SubscriptionProperties,
  emailDomain: string,
  activity: ChannelActivity,
  subscribers?: readonly number[],
): SubscriptionObject => {
  const stream = streamObject(channel, activity.firstMessageId);
  const subscription = {
    stream_id: stream.stream_id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    invite_only: stream.invite_only,
    is_web_public: stream.is_web_public,
    stream_post_policy: stream.stream_post_policy,
    history_public_to_subscribers: stream.history_public_to_subscribers,
    first_message_id: stream.first_message_id,
    message_retention_days: stream.message_retention_days,
    is_announcement_only: stream.is_announcement_only,
    email_address: streamEmailAddress(channel, emailDomain),
    stream_weekly_traffic: activity.weeklyTraffic,
    color: properties.color,
    is_muted: properties.is_muted,
    in_home_view: !properties.is_muted,
    pin_to_top: properties.pin_to_top,
    audible_notifications: properties.audible_notifications,
    desktop_notifications: properties.desktop_notifications,
    email_notifications: properties.email_notifications,
    push_notifications: properties.push_notifications,
    wildcard_mentions_notify: properties.wildcard_mentions_notify,
  };
  return subscribers ? { ...subscription, subscribers } : subscription;
};

export const neverSubscribedObject = (
  channel: ChannelFacts,
  emailDomain: string,
  activity: ChannelActivity,
  subscribers?: readonly number[],
): NeverSubscribedObject => ({
  ...streamObject(channel, activity.firstMessageId),
  email_address: streamEmailAddress(channel, emailDomain),
  stream_weekly_traffic: activity.weeklyTraffic,
  ...(subscribers ? { subscribers } : {}),
});
