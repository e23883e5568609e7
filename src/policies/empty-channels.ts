/**
 * Archives a private stream when its last subscriber has left, because nobody could ever enter it again. No command can decide
 * that: another process may unsubscribe the other last subscriber, or make the stream private, at the same moment. It is decided
 * when both events are in the log. The request that leaves the stream empty waits for it.
 */
import type { Planned } from '../define/planned.ts';
import type { Policy } from '../define/policy.ts';
import { emptyPrivateChannel } from '../state/channel-knowledge.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId } from '../vocabulary/ids.ts';

type About = { readonly data: { readonly channelId: ChannelId } };

const emptied = ({ data: { channelId } }: About, state: RealmState): string[] =>
  emptyPrivateChannel(state, channelId) ? [String(channelId)] : [];

const archived = (_event: About, subject: string): Planned[] => [
  { command: 'archive-empty-channel', input: { channelId: Number(subject) as ChannelId } },
];

export const emptyChannels: Policy<RealmState> = {
  name: 'empty-channels',
  awaited: true,
  /** The subjects are the ids of the streams. */
  on: { SubscribersRemoved: emptied, ChannelPrivacyChanged: emptied },
  plan: { SubscribersRemoved: archived, ChannelPrivacyChanged: archived },
};
