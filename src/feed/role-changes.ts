/**
 * Streams, default streams and bots that a new role shows to a user or hides from them. They are sent as events for added and deleted
 * objects. Zulip sends nothing, so that its clients show them wrongly until they register again.
 */
import { isHumanAdministrator, seesUnsubscribed, wasEverSubscribed } from '../state/channel-knowledge.ts';
import type { Channel } from '../state/channels.ts';
import { type Account, botsOfOthers, isGuest } from '../state/directory.ts';
import { isSubscribed } from '../state/memberships.ts';
import { preferencesOf, subscriptionOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { inParts } from '../vocabulary/in-parts.ts';
import { botForgotten, botShown } from './bots.ts';
import { defaultStreamGroups, defaultStreams, subscriptionTo, unsubscribedTo } from './channel-facts.ts';
import { only, subscribersOf } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { defaultGroupsChanged, defaultStreamsChanged } from './realm.ts';
import { streamsCreated, streamsDeleted } from './stream-events.ts';
import { factsOf } from './user-facts.ts';

/** The most streams in one client event, which bounds the size of its document in the store. */
const streamsMax = 100;

export const roleChangeFeed: Feed = {
  UserRoleChanged: (event, before) => {
    const { userId } = event.data;
    const was = before.directory.accounts.get(userId);
    return (state) => {
      const is = state.directory.accounts.get(userId);
      // Deactivated users get these events, too, because their queues continue when they are reactivated.
      if (!was || !is) return [];
      const bots = event.data.botsFollow ? [] : botsSeen(state, was, is);
      return [...streamsSeen(state, was, is), ...defaultsSeen(state, was, is), ...bots];
    };
  },
  BotVisibilityChanged:
    ({ data: { userId, botIds, visible } }) =>
    (state) =>
      botEvents(state, botIds, visible, userId),
};

function streamsSeen(state: RealmState, was: Account, is: Account): ClientEvent[] {
  const { userId } = is;
  const others = [...state.channels.byId.values()].filter(
    ({ archived, channelId }) => !archived && !isSubscribed(state.memberships, channelId, userId),
  );
  const gained = others.filter((channel) => !seesUnsubscribed(was, channel) && seesUnsubscribed(is, channel));
  const lost = others.filter((channel) => seesUnsubscribed(was, channel) && !seesUnsubscribed(is, channel));
  const self = only([userId]);
  return [
    ...inParts(gained, streamsMax).map((part) =>
      streamsCreated(
        part.map((channel) => shown(state, channel, userId)),
        self,
      ),
    ),
    ...inParts(lost, streamsMax).map((part) => streamsDeleted(state, part, self)),
  ];
}

/**
 * The stream with its subscribers, which the user gets with no other event, and with the user's own properties if they were ever
 * subscribed.
 */
function shown(state: RealmState, channel: Channel, userId: UserId) {
  const subscribers = subscribersOf(state, channel.channelId);
  if (!wasEverSubscribed(state, channel.channelId, userId)) return unsubscribedTo(state, channel, subscribers);
  const own = subscriptionOf(preferencesOf(state.preferences, userId), channel.channelId);
  return subscriptionTo(state, channel, subscribers, own);
}

function defaultsSeen(state: RealmState, was: Account, is: Account): ClientEvent[] {
  if (isGuest(was) === isGuest(is)) return [];
  const self = only([is.userId]);
  const groups = state.realm.defaultGroups.length > 0;
  return [
    defaultStreamsChanged(isGuest(is) ? [] : defaultStreams(state), self),
    ...(groups ? [defaultGroupsChanged(isGuest(is) ? [] : defaultStreamGroups(state), self)] : []),
  ];
}

function botsSeen(state: RealmState, was: Account, is: Account): ClientEvent[] {
  if (isHumanAdministrator(was) === isHumanAdministrator(is)) return [];
  return botEvents(state, botsOfOthers(state.directory, is.userId), isHumanAdministrator(is), is.userId);
}

function botEvents(state: RealmState, botIds: readonly UserId[], visible: boolean, userId: UserId): ClientEvent[] {
  if (!visible) return botIds.map((botId) => botForgotten(botId, [userId]));
  return botIds.flatMap((botId) => {
    const bot = factsOf(state, botId);
    return bot ? [botShown(bot, only([userId]))] : [];
  });
}
