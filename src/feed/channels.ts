/** `stream` events, and other changes when a chat stream is created or archived. */
import { openChannel } from '../state/channels.ts';
import { isGuest } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import { inSomeGroup } from '../vocabulary/default-groups.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { subscribersOf, viewers } from './channel-visibility.ts';
import type { Scope } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { forNewUsersChanged, newsStreamChanged } from './realm.ts';
import { streamCreated, streamOccupied, streamsDeleted, subscriptionsRemoved } from './stream-events.ts';

export const channelFeed: Feed = {
  ChannelCreated: (event) => (state) => {
    const channel = openChannel(state.channels, event.data.channelId);
    if (!channel) return [];
    const isOccupied = !channel.inviteOnly && event.data.subscribers.length > 0;
    return [streamCreated(state, channel, viewers(channel)), ...(isOccupied ? [streamOccupied(state, channel)] : [])];
  },

  ChannelArchived: (event, before) => {
    const { channelId } = event.data;
    const channel = openChannel(before.channels, channelId);
    const subscribers = subscribersOf(before, channelId);
    const inDefaults = before.realm.defaultChannels.includes(channelId);
    const inGroups = inSomeGroup(before.realm.defaultGroups, channelId);
    const wasNotifications = before.realm.notificationsChannelId === channelId;
    const wasSignups = before.realm.signupsChannelId === channelId;
    return (state) => {
      if (!channel) return [];
      return [
        // Zulip sends no removal. Clients that do not process `stream` events would keep the subscription.
        ...(subscribers.length === 0 ? [] : [subscriptionsRemoved(channel, subscribers)]),
        streamsDeleted(state, [channel], formerViewers(state, channel.inviteOnly, subscribers)),
        ...forNewUsersChanged(state, { inDefaults, inGroups }),
        ...(wasNotifications ? [newsStreamChanged('notifications_stream_id', null)] : []),
        ...(wasSignups ? [newsStreamChanged('signup_notifications_stream_id', null)] : []),
      ];
    };
  },
};

/** The scope names the former subscribers, because nobody is subscribed after the event. */
function formerViewers(state: RealmState, inviteOnly: boolean, subscribers: readonly UserId[]): Scope {
  if (inviteOnly) return { kind: 'administrators', plus: subscribers };
  return { kind: 'non-guests', plus: subscribers.filter((id) => isGuest(state.directory.accounts.get(id))) };
}
