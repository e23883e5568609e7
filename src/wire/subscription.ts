/** Subscriptions as clients see them: a stream with what its subscriber made of it (spec, Subscription; api-facts §2.3). */
import type { SubscriptionProperties } from '../vocabulary/settings.ts';
import { type ChannelFacts, type StreamObject, streamObject } from './stream.ts';
import { streamEmailAddress } from './stream-email.ts';

/** What a stream's messages say about it. */
export type ChannelActivity = {
  readonly firstMessageId: number | null;
  /** Messages a week; null while the stream is too new to tell. */
  readonly weeklyTraffic: number | null;
};

export type SubscriptionObject = StreamObject &
  SubscriptionProperties & {
    readonly in_home_view: boolean;
    readonly email_address: string;
    readonly stream_weekly_traffic: number | null;
    readonly subscribers?: readonly number[];
  };

/** `subscribers`: ids, ascending, where they were asked for and may be seen. */
export const subscriptionObject = (
  channel: ChannelFacts,
  properties: SubscriptionProperties,
  emailDomain: string,
  activity: ChannelActivity,
  subscribers?: readonly number[],
): SubscriptionObject => ({
  ...neverSubscribedObject(channel, emailDomain, activity),
  color: properties.color,
  is_muted: properties.is_muted,
  in_home_view: !properties.is_muted,
  pin_to_top: properties.pin_to_top,
  audible_notifications: properties.audible_notifications,
  desktop_notifications: properties.desktop_notifications,
  email_notifications: properties.email_notifications,
  push_notifications: properties.push_notifications,
  wildcard_mentions_notify: properties.wildcard_mentions_notify,
  ...(subscribers ? { subscribers } : {}),
});

/** The same of a stream that the user never was in: nothing of their own. */
export const neverSubscribedObject = (
  channel: ChannelFacts,
  emailDomain: string,
  activity: ChannelActivity,
  subscribers?: readonly number[],
) => ({
  ...streamObject(channel, activity.firstMessageId),
  email_address: streamEmailAddress(channel, emailDomain),
  stream_weekly_traffic: activity.weeklyTraffic,
  ...(subscribers ? { subscribers } : {}),
});
