/** Events about streams that several families send. */
import type { Channel } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { streamOf, unsubscribedTo } from './channel-facts.ts';
import { only, viewers } from './channel-visibility.ts';
import { type ClientEvent, plainEvent, type Scope } from './client-event.ts';

/** A stream object with the other fields in a registration about a stream to which the user is not subscribed. */
type Shown = ReturnType<typeof unsubscribedTo>;

export const streamsCreated = (streams: readonly Shown[], scope: Scope): ClientEvent =>
  plainEvent('stream', scope, { op: 'create', streams });

/** For users who learn of a stream. Its subscribers follow in the event about the subscription. */
export const streamCreated = (state: RealmState, channel: Channel, scope: Scope): ClientEvent =>
  streamsCreated([unsubscribedTo(state, channel)], scope);

/** Only for users who know of the stream. Zulip sends it to everyone. */
export const streamOccupied = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'occupy');
export const streamVacated = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'vacate');

const occupancy = (state: RealmState, channel: Channel, op: 'occupy' | 'vacate'): ClientEvent =>
  plainEvent('stream', viewers(channel), { op, streams: [streamOf(state, channel)] });

/** For users who leave the stream. */
export const subscriptionsRemoved = ({ name, channelId }: Channel, userIds: readonly UserId[]): ClientEvent =>
  plainEvent('subscription', only(userIds), { op: 'remove', subscriptions: [{ name, stream_id: channelId }] });

/** For users who no longer know of these streams. */
export const streamsDeleted = (state: RealmState, channels: readonly Channel[], scope: Scope): ClientEvent =>
  plainEvent('stream', scope, { op: 'delete', streams: channels.map((channel) => streamOf(state, channel)) });
