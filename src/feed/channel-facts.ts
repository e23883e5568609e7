/**
 * Chat streams in the form that clients get, made from the folded state. The weekly traffic is left out (null), because it changes with
 * time and not with an event.
 */
import { type Channel, openChannel } from '../state/channels.ts';
import { preferencesOf, subscriptionOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type SubscriptionProperties, subscriptionDefaults } from '../vocabulary/settings.ts';
import { type DefaultStreamGroupObject, defaultGroupObjects } from '../wire/default-groups.ts';
import { type StreamObject, streamObject } from '../wire/stream.ts';
import { neverSubscribedObject, type SubscriptionObject, subscriptionObject } from '../wire/subscription.ts';

export function firstMessageId(state: RealmState, channelId: ChannelId): number | null {
  let first: number | null = null;
  for (const ids of state.topics.byChannel.get(channelId)?.values() ?? [])
    if (ids[0] !== undefined && (first === null || ids[0] < first)) first = ids[0];
  return first;
}

export const streamOf = (state: RealmState, channel: Channel): StreamObject =>
  streamObject(channel, firstMessageId(state, channel.channelId));

const activity = (state: RealmState, channel: Channel) => ({
  firstMessageId: firstMessageId(state, channel.channelId),
  weeklyTraffic: null,
});

/** The subscription of a user, with the default properties unless others are given. */
export const subscriptionTo = (
  state: RealmState,
  channel: Channel,
  subscribers: readonly number[],
  properties: SubscriptionProperties = subscriptionDefaults(channel.channelId),
): SubscriptionObject =>
  subscriptionObject(channel, properties, state.realm.emailDomain, activity(state, channel), subscribers);

/** The stream for a user who is not subscribed. `subscribers`: the subscribers that the user gets with no other event. */
export const unsubscribedTo = (state: RealmState, channel: Channel, subscribers?: readonly number[]) =>
  neverSubscribedObject(channel, state.realm.emailDomain, activity(state, channel), subscribers);

/** The organization's default streams, sorted by name as in a registration. */
export const defaultStreams = (state: RealmState): StreamObject[] => publicStreams(state, state.realm.defaultChannels);

/** The organization's groups of streams for new users, as in a registration. */
export const defaultStreamGroups = (state: RealmState): DefaultStreamGroupObject[] => {
  const { defaultGroups } = state.realm;
  const ids = new Set(defaultGroups.flatMap(({ channelIds }) => channelIds));
  return defaultGroupObjects(defaultGroups, publicStreams(state, [...ids]));
};

/** Sorted by name. */
const publicStreams = (state: RealmState, ids: readonly ChannelId[]): StreamObject[] =>
  ids
    .map((channelId) => openChannel(state.channels, channelId))
    .filter((channel) => channel !== undefined)
    .filter(({ inviteOnly }) => !inviteOnly)
    .sort((a, b) => (foldCase(a.name) < foldCase(b.name) ? -1 : 1))
    .map((channel) => streamOf(state, channel));

/** The properties of the users who had set some in an earlier subscription. */
export function ownProperties(
  state: RealmState,
  channelId: ChannelId,
  userIds: readonly UserId[],
): Record<UserId, SubscriptionProperties> {
  const own: Record<UserId, SubscriptionProperties> = {};
  for (const userId of userIds) {
    const preferences = preferencesOf(state.preferences, userId);
    if (preferences.subscriptions.has(channelId)) own[userId] = subscriptionOf(preferences, channelId);
  }
  return own;
}
