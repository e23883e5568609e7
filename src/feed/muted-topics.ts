/**
 * `muted_topics` events, which always have the user's whole list. Only what changed is stored: whoever mutes thousands of topics would
 * store the list thousands of times. The list is made from the present one when the event is served.
 */
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
    const name = openChannel(before.channels, channelId)?.name;
    const change = mute && { op: 'unmute' as const, at, mute, ...(name === undefined ? {} : { name }) };
    return () => [mutedTopicsOf([userId], change)];
  },
};

/** For each of the users, the topics that they have muted. */
const mutedTopicsOf = (userIds: readonly UserId[], change?: MutedTopicsChange): ClientEvent => ({
  type: 'muted_topics',
  scope: only(userIds),
  body: { kind: 'muted', ...(change && { change }) },
});

/** For every user who muted a topic of the channel, which was called `name` before. */
export function mutesIn(state: RealmState, channelId: ChannelId, name: string): ClientEvent[] {
  const muters: UserId[] = [];
  for (const [userId, { muted }] of state.preferences)
    if (muted.some((mute) => mute.channelId === channelId)) muters.push(userId);
  return muters.length === 0 ? [] : [mutedTopicsOf(muters, { op: 'name', channelId, name })];
}

/** An event that a queue gets. */
export type MutedTopicsEvent = {
  readonly typeName: string;
  readonly eventId: number;
  readonly body: MutedTopicsChanged;
};

/** A muted topic, with the name of its channel; absent while that is archived. */
type Named = MuteFacts & { readonly name: string | undefined };

/**
 * The texts of the events, which are in order. Each has the list as it was right after its event, made by taking the later changes back
 * from the present list. Where later ones do not fit into the same answer, the lists are newer, as those of the later ones will be.
 */
export function mutedTopicsTexts(state: RealmState, userId: UserId, events: readonly MutedTopicsEvent[]): string[] {
  const nameOf = (channelId: number): string | undefined => openChannel(state.channels, channelId)?.name;
  let muted = preferencesOf(state.preferences, userId).muted.map(
    (mute): Named => ({ ...mute, name: nameOf(mute.channelId) }),
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
    case 'name':
      return muted.map((mute) => (mute.channelId === change.channelId ? { ...mute, name: change.name } : mute));
  }
}
