/**
 * `muted_topics` events, which always contain the user's complete list. Only the change is stored; otherwise a user who mutes thousands of
 * topics would have the list stored thousands of times. When the event is served, the list is computed from the current one.
 */
import { seesUnsubscribed, wasEverSubscribed } from '../state/channel-knowledge.ts';
import { openChannel } from '../state/channels.ts';
import { mutedAt, preferencesOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type MuteFacts, mutedTopics } from '../wire/muted-topics.ts';
import { only } from './channel-visibility.ts';
import type { ClientEvent, MutedTopicsChange, MutedTopicsChanged } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const mutedTopicsFeed: Feed = {
  TopicMuted: ({ data: { userId, channelId, topic } }, before) => {
    const isMuted = mutedAt(preferencesOf(before.preferences, userId), channelId, topic) >= 0;
    return () => [mutedTopicsOf([userId], isMuted ? undefined : { op: 'mute', channelId, topic })];
  },
  TopicUnmuted: ({ data: { userId, channelId, topic } }, before) => {
    const preferences = preferencesOf(before.preferences, userId);
    const at = mutedAt(preferences, channelId, topic);
    const mute = preferences.muted[at];
    const change = mute && { op: 'unmute' as const, at, mute, name: nameShown(before, userId, channelId) };
    return () => [mutedTopicsOf([userId], change)];
  },
  ChannelRenamed: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  ChannelPrivacyChanged: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  // A registration leaves out muted topics of archived streams. Zulip sends no event for that.
  ChannelArchived: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  SubscribersAdded: ({ data: { channelId, userIds } }, before) => ofChannel(before, channelId, userIds),
  UserRoleChanged: ({ data: { userId } }, before) => {
    const { muted } = preferencesOf(before.preferences, userId);
    return differences(before, [userId], [...new Set(muted.map(({ channelId }) => channelId))]);
  },
};

/** For each of the users, the complete list of their muted topics. */
const mutedTopicsOf = (userIds: readonly UserId[], change?: MutedTopicsChange): ClientEvent => ({
  type: 'muted_topics',
  scope: only(userIds),
  body: { kind: 'muted', ...(change && { change }) },
});

/** The name of the channel in the user's list. Null while it is archived, or while the user must not know of it. */
function nameShown(state: RealmState, userId: UserId, channelId: number): string | null {
  const channel = openChannel(state.channels, channelId);
  if (!channel) return null;
  const seen =
    seesUnsubscribed(state.directory.accounts.get(userId), channel) ||
    wasEverSubscribed(state, channel.channelId, userId);
  return seen ? channel.name : null;
}

/** Events for the given users, or for all users, who muted a topic of the channel. */
function ofChannel(before: RealmState, channelId: ChannelId, userIds: Iterable<UserId> = before.preferences.keys()) {
  const muters = [...userIds].filter((userId) =>
    preferencesOf(before.preferences, userId).muted.some((mute) => mute.channelId === channelId),
  );
  return differences(before, muters, [channelId]);
}

/** One event for the users in whose lists the event changes a name. The change is the same for all of them. */
function differences(before: RealmState, userIds: readonly UserId[], channelIds: readonly ChannelId[]) {
  const namesFor = (state: RealmState, userId: UserId) => channelIds.map((id) => nameShown(state, userId, id));
  const was = userIds.map((userId) => ({ userId, names: namesFor(before, userId) }));
  return (state: RealmState): ClientEvent[] => {
    const changed = was.flatMap(({ userId, names }) => {
      const now = namesFor(state, userId);
      const others = channelIds.flatMap((id, at) => (names[at] === now[at] ? [] : [[id, names[at] ?? null] as const]));
      return others.length === 0 ? [] : [{ userId, others }];
    });
    const [first] = changed;
    if (!first) return [];
    const ids = changed.map(({ userId }) => userId);
    return [mutedTopicsOf(ids, { op: 'names', were: first.others })];
  };
}

export type MutedTopicsEvent = {
  readonly typeName: string;
  readonly eventId: number;
  readonly body: MutedTopicsChanged;
};

/** A muted topic, with the name of its channel. */
type Named = MuteFacts & { readonly name: string | null };

/**
 * The texts of the events, which are in order. Each contains the list right after its event: the current list without the changes of later
 * events in this answer. Changes of still later events, which do not fit into this answer, are not undone.
 */
export function mutedTopicsTexts(state: RealmState, userId: UserId, events: readonly MutedTopicsEvent[]): string[] {
  let muted = preferencesOf(state.preferences, userId).muted.map(
    (mute): Named => ({ ...mute, name: nameShown(state, userId, mute.channelId) }),
  );
  const texts: string[] = [];
  for (const { typeName, eventId, body } of [...events].reverse()) {
    const list = JSON.stringify(mutedTopics(muted, ({ name }) => name));
    texts.push(`{"type":"${typeName}","muted_topics":${list},"id":${eventId}}`);
    if (body.change) muted = takenBack(muted, body.change);
  }
  return texts.reverse();
}

function takenBack(muted: Named[], change: MutedTopicsChange): Named[] {
  switch (change.op) {
    case 'mute':
      return muted.filter(({ channelId, topic }) => channelId !== change.channelId || topic !== change.topic);
    case 'unmute':
      return muted.toSpliced(change.at, 0, { ...change.mute, name: change.name });
    case 'names': {
      const were = new Map<number, string | null>(change.were);
      return muted.map((mute) => {
        const name = were.get(mute.channelId);
        return name === undefined ? mute : { ...mute, name };
      });
    }
  }
}
