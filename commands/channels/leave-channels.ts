/** The events and the answer for unsubscribing users from streams. */
import { type Actor, type Append, accept, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import type { Channel } from '../../src/state/channels.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';

/**
 * Names of streams from which somebody was unsubscribed, and of those to which somebody was not subscribed. With several users, a stream
 * may be in both lists.
 */
type Unsubscribed = {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
  /** How many subscriptions ended, counted for each stream and user. */
  readonly count: number;
};

/** The policy `empty-channels` archives private streams that lose their last subscriber. */
export function leaveChannels(
  state: RealmState,
  { names, userIds }: { readonly names: readonly string[]; readonly userIds: readonly UserId[] },
  { realmId, actor }: { readonly realmId: RealmId; readonly actor: Actor },
) {
  const channels = new Set<Channel>();
  for (const name of names) {
    const channel = knownChannel(state, actor, name);
    if (!channel) return refuse({ code: 'channel-unknown', name: name.trim() });
    channels.add(channel);
  }

  const parts = [...channels].map((channel) => ({ channel, ...partOf(state, channel, userIds) }));
  const left = parts.filter(({ leaving }) => leaving.length > 0);
  const result: Unsubscribed = {
    removed: left.map(({ channel }) => channel.name),
    count: left.reduce((sum, { leaving }) => sum + leaving.length, 0),
    notRemoved: parts.filter(({ absent }) => absent.length > 0).map(({ channel }) => channel.name),
  };
  return accept(
    left.map(
      ({ channel: { channelId }, leaving }): Append => ({
        stream: logStream.channel(realmId, channelId),
        events: inParts(leaving).map((part) => ({ type: 'SubscribersRemoved', data: { channelId, userIds: part } })),
      }),
    ),
    result,
  );
}

/** Splits the users into those who are subscribed to the stream and those who are not. */
const partOf = (state: RealmState, { channelId }: Channel, userIds: readonly UserId[]) => ({
  leaving: userIds.filter((userId) => isSubscribed(state.memberships, channelId, userId)),
  absent: userIds.filter((userId) => !isSubscribed(state.memberships, channelId, userId)),
});
