/** Events of type `stream`, which several families send. */
import type { Channel } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import { streamOf, unsubscribedTo } from './channel-facts.ts';
import { viewers } from './channel-visibility.ts';
import type { ClientEvent, Scope } from './client-event.ts';

/** A stream object with the other fields in a registration about a stream to which the user is not subscribed. */
type Shown = ReturnType<typeof unsubscribedTo>;

export const streamsCreated = (streams: readonly Shown[], scope: Scope): ClientEvent => ({
  type: 'stream',
  scope,
  body: { kind: 'plain', fields: { op: 'create', streams } },
});

/** For users who learn of a stream. Its subscribers follow in the event about the subscription. */
export const streamCreated = (state: RealmState, channel: Channel, scope: Scope): ClientEvent =>
  streamsCreated([unsubscribedTo(state, channel)], scope);

/** Only for users who know of the stream. Zulip sends it to everyone. */
export const streamOccupied = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'occupy');
export const streamVacated = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'vacate');

const occupancy = (state: RealmState, channel: Channel, op: 'occupy' | 'vacate'): ClientEvent => ({
  type: 'stream',
  scope: viewers(channel),
  body: { kind: 'plain', fields: { op, streams: [streamOf(state, channel)] } },
});

/** For users who no longer know of these streams. */
export const streamsDeleted = (state: RealmState, channels: readonly Channel[], scope: Scope): ClientEvent => ({
  type: 'stream',
  scope,
  body: { kind: 'plain', fields: { op: 'delete', streams: channels.map((channel) => streamOf(state, channel)) } },
});
