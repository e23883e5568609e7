/**
 * Takes those out of an archived stream who were subscribed to it after that. A subscription is decided in a log stream of each chat stream,
 * and does not know that another process archives the stream at the same moment. Clients are told of neither: for them it is as if the
 * subscription had come first, and all had left with the stream.
 */
import type { Policy } from '../define/policy.ts';
import { isArchived } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';

export const archivedChannels: Policy<RealmState> = {
  name: 'archived-channels',
  /** The subjects are the ids of the streams. */
  on: {
    SubscribersAdded: ({ data: { channelId } }, { channels }) =>
      isArchived(channels, channelId) ? [String(channelId)] : [],
  },
  plan: {
    SubscribersAdded: (_event, subject) => [
      { command: 'leave-archived-channel', input: { channelId: Number(subject) } },
    ],
  },
};
