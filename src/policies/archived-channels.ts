/**
 * Unsubscribes users whose subscription came after the stream was archived. A subscription is decided in the log stream of its chat stream,
 * and does not know that another process archives the chat stream at the same moment. Clients get no event about the subscription or its
 * end: for them, the user subscribed before the archiving.
 */
import type { Policy } from '../define/policy.ts';
import { isArchived } from '../state/channels.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId } from '../vocabulary/ids.ts';

export const archivedChannels: Policy<RealmState> = {
  name: 'archived-channels',
  /** The subjects are the ids of the streams. */
  on: {
    SubscribersAdded: ({ data: { channelId } }, { channels }) =>
      isArchived(channels, channelId) ? [String(channelId)] : [],
  },
  plan: {
    SubscribersAdded: (_event, subject) => [
      { command: 'leave-archived-channel', input: { channelId: Number(subject) as ChannelId } },
    ],
  },
};
