/** `subscription`, `stream`, `default_streams` and `muted_topics` of a registration. */
import { channelDescriptionLengthMax, channelNameLengthMax } from '../vocabulary/limits.ts';
import type { NotificationSettings } from '../vocabulary/settings.ts';
import { mutedTopics } from '../wire/muted-topics.ts';
import { streamObject } from '../wire/stream.ts';
import type { SubscriptionObject } from '../wire/subscription.ts';
import { openChannels } from './channels.ts';
import { firstMessageId } from './first-messages.ts';
import { notificationsOf, preferencesOf } from './preferences.ts';
import { isHumanAdministrator, seesPublic } from './realm.ts';
import type { StateReader } from './register-context.ts';
import { listStreams } from './streams.ts';
import { allSubscriptions } from './subscriptions.ts';

export const registerSubscriptions: StateReader<'subscription'> = async (context) => {
  const lists = await allSubscriptions(context);
  const shown = context.nullNotifications
    ? (subscription: SubscriptionObject) => subscription
    : withInherited(notificationsOf(await preferencesOf(context.view, context.realmId, context.userId)));
  return {
    subscriptions: lists.subscribed.map(shown),
    unsubscribed: lists.unsubscribed.map(shown),
    never_subscribed: lists.neverSubscribed,
  };
};

/** Replaces null by the inherited value in the four oldest settings, for clients that do not accept null there. */
const withInherited =
  (own: NotificationSettings) =>
  (subscription: SubscriptionObject): SubscriptionObject => ({
    ...subscription,
    desktop_notifications: subscription.desktop_notifications ?? own.enable_stream_desktop_notifications,
    audible_notifications: subscription.audible_notifications ?? own.enable_stream_audible_notifications,
    push_notifications: subscription.push_notifications ?? own.enable_stream_push_notifications,
    email_notifications: subscription.email_notifications ?? own.enable_stream_email_notifications,
  });

/** Human administrators get events about private streams, so their state has these streams too. */
export const registerStreams: StateReader<'stream'> = async ({ view, realmId, userId, user }) => ({
  streams: await listStreams(view, realmId, userId, {
    includePublic: true,
    includeSubscribed: true,
    includeAllActive: isHumanAdministrator(user),
    includeDefault: false,
    includeOwnerSubscribed: false,
  }),
  stream_name_max_length: channelNameLengthMax,
  stream_description_max_length: channelDescriptionLengthMax,
});

export const registerDefaultStreams: StateReader<'default_streams'> = async ({ view, realmId, realm, user }) => {
  if (!seesPublic(user)) return { realm_default_streams: [] };
  const defaults = new Set(realm.defaultChannels);
  const open = await openChannels(view, realmId);
  return {
    realm_default_streams: await Promise.all(
      open
        .filter(({ channelId, inviteOnly }) => !inviteOnly && defaults.has(channelId))
        .map(async (channel) => streamObject(channel, await firstMessageId(view, channel))),
    ),
  };
};

export const registerAlertWords: StateReader<'alert_words'> = async ({ view, realmId, userId }) => ({
  alert_words: (await preferencesOf(view, realmId, userId)).alertWords ?? [],
});

export const registerMutedTopics: StateReader<'muted_topics'> = async ({ view, realmId, userId }) => {
  const { muted } = await preferencesOf(view, realmId, userId);
  const names = new Map((await openChannels(view, realmId)).map(({ channelId, name }) => [channelId as number, name]));
  return { muted_topics: mutedTopics(muted, ({ channelId }) => names.get(channelId)) };
};
