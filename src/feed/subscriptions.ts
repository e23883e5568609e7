/** `subscription` events: users who join and leave a stream, and their properties of the subscription. */
import { seesUnsubscribed } from '../state/channel-knowledge.ts';
import { type Channel, openChannel } from '../state/channels.ts';
import { isSubscribed } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import { ascending } from '../vocabulary/ascending.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { ownProperties, subscriptionTo } from './channel-facts.ts';
import { only, subscribersOf, viewers } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { streamCreated, streamOccupied, streamsDeleted, streamVacated, subscriptionsRemoved } from './stream-events.ts';

export const subscriptionFeed: Feed = {
  /** The event about the stream itself comes before (`feed/channels.ts`), even for users who know of it only through their subscription. */
  ChannelCreated: (event) => (state) => {
    const channel = openChannel(state.channels, event.data.channelId);
    return channel ? joined(state, channel, ascending(event.data.subscribers)) : [];
  },

  SubscribersAdded: (event, before) => {
    const { channelId, userIds } = event.data;
    const fresh = ascending(userIds).filter((userId) => !isSubscribed(before.memberships, channelId, userId));
    const wasEmpty = subscribersOf(before, channelId).length === 0;
    return (state) => {
      const channel = openChannel(state.channels, channelId);
      if (!channel || fresh.length === 0) return [];
      const discoverers = fresh.filter((userId) => !seesWithout(state, channel, userId));
      return [
        ...(discoverers.length > 0 ? [streamCreated(state, channel, only(discoverers))] : []),
        ...(wasEmpty && !channel.inviteOnly ? [streamOccupied(state, channel)] : []),
        ...joined(state, channel, fresh),
      ];
    };
  },

  SubscribersRemoved: (event, before) => {
    const { channelId, userIds } = event.data;
    const gone = ascending(userIds).filter((userId) => isSubscribed(before.memberships, channelId, userId));
    return (state) => {
      const channel = openChannel(state.channels, channelId);
      if (!channel || gone.length === 0) return [];
      const unaware = gone.filter((userId) => !seesWithout(state, channel, userId));
      const isEmpty = subscribersOf(state, channelId).length === 0;
      return [
        subscriptionsRemoved(channel, gone),
        // A removed user's client removes that user from the subscribers itself, but needs the event about the others who were removed.
        peers('peer_remove', channel, gone),
        // Zulip leaves the stream object at these clients. Here a removed user does not learn of later changes to the stream.
        ...(unaware.length > 0 ? [streamsDeleted(state, [channel], only(unaware))] : []),
        ...(isEmpty && !channel.inviteOnly ? [streamVacated(state, channel)] : []),
      ];
    };
  },

  SubscriptionPropertiesChanged: (event) => (state) => {
    const { userId, changes } = event.data;
    return changes.flatMap(({ channelId, properties }) => {
      const channel = openChannel(state.channels, channelId);
      if (!channel) return [];
      return Object.entries(properties).map(([property, value]) => ({
        type: 'subscription',
        scope: only([userId]),
        body: {
          kind: 'own',
          userId,
          key: 'email',
          fields: {
            op: 'update',
            stream_id: channelId,
            name: channel.name,
            // Clients know muting by an older name with the opposite meaning.
            ...(property === 'is_muted' ? { property: 'in_home_view', value: !value } : { property, value }),
          },
        },
      }));
    });
  },
};

const seesWithout = (state: RealmState, channel: Channel, userId: UserId): boolean =>
  seesUnsubscribed(state.directory.accounts.get(userId), channel);

/** The whole subscription for the users who joined. Everyone else gets the ids of these users. */
function joined(state: RealmState, channel: Channel, userIds: readonly UserId[]): ClientEvent[] {
  if (userIds.length === 0) return [];
  const added: ClientEvent = {
    type: 'subscription',
    scope: only(userIds),
    body: {
      kind: 'subscription',
      subscription: subscriptionTo(state, channel, subscribersOf(state, channel.channelId)),
      propertiesOf: ownProperties(state, channel.channelId, userIds),
    },
  };
  return [added, peers('peer_add', channel, userIds, userIds)];
}

/** `minus`: the users who already know it. */
const peers = (
  op: 'peer_add' | 'peer_remove',
  channel: Channel,
  userIds: readonly UserId[],
  minus?: readonly UserId[],
): ClientEvent => ({
  type: 'subscription',
  scope: viewers(channel, minus),
  body: { kind: 'peers', op, channelId: channel.channelId, userIds },
});
