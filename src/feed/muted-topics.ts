/** `muted_topics` events, which always have the user's whole list. */
import { openChannel } from '../state/channels.ts';
import { preferencesOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { mutedTopics } from '../wire/muted-topics.ts';
import { only } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const mutedTopicsFeed: Feed = {
  TopicMuted: (event) => (state) => [mutedTopicsOf(state, [event.data.userId])],
  TopicUnmuted: (event) => (state) => [mutedTopicsOf(state, [event.data.userId])],
};

/** For each of the users, the topics that they have muted. */
export const mutedTopicsOf = (state: RealmState, userIds: readonly UserId[]): ClientEvent => ({
  type: 'muted_topics',
  scope: only(userIds),
  body: {
    kind: 'own',
    fieldsOf: Object.fromEntries(userIds.map((userId) => [userId, { muted_topics: mutedBy(state, userId) }])),
  },
});

const mutedBy = (state: RealmState, userId: UserId) =>
  mutedTopics(
    preferencesOf(state.preferences, userId).muted,
    (channelId) => openChannel(state.channels, channelId)?.name,
  );
