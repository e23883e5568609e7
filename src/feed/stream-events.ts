/** Client events of type `stream`, made in one place for the families that tell of them. */
import type { Channel } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import { streamOf, unsubscribedTo } from './channel-facts.ts';
import { viewers } from './channel-visibility.ts';
import type { ClientEvent, Scope } from './client-event.ts';

/** What clients keep of a stream that they are not subscribed to: a stream object, and what else a registration says of it. */
type Shown = ReturnType<typeof unsubscribedTo>;

export const streamsCreated = (streams: readonly Shown[], scope: Scope): ClientEvent => ({
  type: 'stream',
  scope,
  body: { kind: 'plain', fields: { op: 'create', streams } },
});

/** Some have come to know of a stream by being subscribed: its subscribers follow with the subscription. */
export const streamCreated = (state: RealmState, channel: Channel, scope: Scope): ClientEvent =>
  streamsCreated([unsubscribedTo(state, channel)], scope);

/** Upstream sends these to everybody; guests are not told of streams that they do not see. */
export const streamOccupied = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'occupy');
export const streamVacated = (state: RealmState, channel: Channel): ClientEvent => occupancy(state, channel, 'vacate');

const occupancy = (state: RealmState, channel: Channel, op: 'occupy' | 'vacate'): ClientEvent => ({
  type: 'stream',
  scope: viewers(channel),
  body: { kind: 'plain', fields: { op, streams: [streamOf(state, channel)] } },
});

/** The receivers know of these streams no more. */
export const streamsDeleted = (state: RealmState, channels: readonly Channel[], scope: Scope): ClientEvent => ({
  type: 'stream',
  scope,
  body: { kind: 'plain', fields: { op: 'delete', streams: channels.map((channel) => streamOf(state, channel)) } },
});
