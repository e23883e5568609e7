/** Chat streams as the wire's objects, made of folded state. Their weekly traffic is no event's to tell: it changes by the clock. */
import type { Channel } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId } from '../vocabulary/ids.ts';
import { foldCase } from '../vocabulary/places.ts';
import { type SubscriptionProperties, subscriptionDefaults } from '../vocabulary/settings.ts';
import { type StreamObject, streamObject } from '../wire/stream.ts';
import { neverSubscribedObject, type SubscriptionObject, subscriptionObject } from '../wire/subscription.ts';

/** The oldest message that stands there, as of the state. */
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

/** As a new subscriber has it; with the default properties unless others are given. */
export const subscriptionTo = (
  state: RealmState,
  channel: Channel,
  subscribers: readonly number[],
  properties: SubscriptionProperties = subscriptionDefaults(channel.channelId),
): SubscriptionObject =>
  subscriptionObject(channel, properties, state.realm.emailDomain, activity(state, channel), subscribers);

/** As somebody has it who is not subscribed. `subscribers` only where it already has some that nobody is going to tell. */
export const unsubscribedTo = (state: RealmState, channel: Channel, subscribers?: readonly number[]) =>
  neverSubscribedObject(channel, state.realm.emailDomain, activity(state, channel), subscribers);

/** The organization's default streams, by name as in a registration. */
export const defaultStreams = (state: RealmState): StreamObject[] =>
  state.realm.defaultChannels
    .map((channelId) => state.channels.byId.get(channelId))
    .filter((channel): channel is Channel => channel !== undefined && !channel.archived)
    .sort((a, b) => (foldCase(a.name) < foldCase(b.name) ? -1 : 1))
    .map((channel) => streamOf(state, channel));
