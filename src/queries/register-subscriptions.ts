/** `subscription`, `stream`, `default_streams`, `default_stream_groups` and `muted_topics` of a registration. */
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { NotificationSettings, SubscriptionProperties } from '../vocabulary/settings.ts';
import { notificationsOf } from '../vocabulary/settings.ts';
import { defaultGroupObjects } from '../wire/default-groups.ts';
import { mutedTopics } from '../wire/muted-topics.ts';
import { type StreamObject, streamObject } from '../wire/stream.ts';
import { openChannels, seesUnsubscribed } from './channels.ts';
import { membershipsOf } from './memberships.ts';
import { preferencesOf } from './preferences.ts';
import { isHumanAdministrator, seesPublic } from './realm.ts';
import type { StateReader } from './register-context.ts';
import { firstMessageId } from './stream-ends.ts';
import { listStreams } from './streams.ts';
import { allSubscriptions } from './subscriptions.ts';

export const registerSubscriptions: StateReader<'subscription'> = async (context) => {
  const { view, realmId, userId, nullNotifications } = context;
  const shown = nullNotifications
    ? undefined
    : withInherited(notificationsOf(await preferencesOf(view, realmId, userId)));
  const { subscribed, unsubscribed, neverSubscribed } = await allSubscriptions(context, shown);
  return { subscriptions: subscribed, unsubscribed, never_subscribed: neverSubscribed };
};

/** Replaces null with the inherited value in the four oldest settings, for clients that do not accept null there. */
const withInherited =
  (own: NotificationSettings) =>
  (properties: SubscriptionProperties): SubscriptionProperties => ({
    ...properties,
    desktop_notifications: properties.desktop_notifications ?? own.enable_stream_desktop_notifications,
    audible_notifications: properties.audible_notifications ?? own.enable_stream_audible_notifications,
    push_notifications: properties.push_notifications ?? own.enable_stream_push_notifications,
    email_notifications: properties.email_notifications ?? own.enable_stream_email_notifications,
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
  stream_name_max_length: limits.channelNameLengthMax,
  stream_description_max_length: limits.channelDescriptionLengthMax,
});

export const registerDefaultStreams: StateReader<'default_streams'> = async ({ view, realmId, realm, user }) => ({
  realm_default_streams: seesPublic(user) ? await publicStreams(view, realmId, realm.defaultChannels) : [],
});

export const registerDefaultStreamGroups: StateReader<'default_stream_groups'> = async (context) => {
  const { view, realmId, realm, user } = context;
  const groups = realm.defaultGroups ?? [];
  if (!seesPublic(user) || groups.length === 0) return { realm_default_stream_groups: [] };
  const ids = groups.flatMap(({ channelIds }) => channelIds);
  return { realm_default_stream_groups: defaultGroupObjects(groups, await publicStreams(view, realmId, ids)) };
};

/** Sorted by name. */
async function publicStreams(view: ReadView, realmId: RealmId, ids: readonly ChannelId[]): Promise<StreamObject[]> {
  const wanted = new Set(ids);
  const open = await openChannels(view, realmId);
  return Promise.all(
    open
      .filter(({ channelId, inviteOnly }) => !inviteOnly && wanted.has(channelId))
      .map(async (channel) => streamObject(channel, await firstMessageId(view, channel))),
  );
}

/** A user who muted a topic of a public stream may no longer know of that stream, because it became private or they became a guest. */
export const registerMutedTopics: StateReader<'muted_topics'> = async ({ view, realmId, userId, user }) => {
  const { muted } = await preferencesOf(view, realmId, userId);
  const [open, own] = await Promise.all([openChannels(view, realmId), membershipsOf(view, { realmId, userId })]);
  const remembered = new Set(own.map(({ channelId }) => channelId));
  const shown = open.filter((channel) => seesUnsubscribed(user, channel) || remembered.has(channel.channelId));
  const names = new Map<number, string>(shown.map(({ channelId, name }) => [channelId, name]));
  return { muted_topics: mutedTopics(muted, ({ channelId }) => names.get(channelId) ?? null) };
};
