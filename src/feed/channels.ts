/** `stream` events, and what else changes when a chat stream is created, renamed or archived. */
import { openChannel } from '../state/channels.ts';
import { isGuest } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { streamEmailAddress } from '../wire/stream-email.ts';
import { defaultStreams } from './channel-facts.ts';
import { only, subscribersOf, viewers } from './channel-visibility.ts';
import type { ClientEvent, Scope } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { mutedTopicsOf } from './muted-topics.ts';
import { defaultStreamsChanged, newsStreamChanged } from './realm.ts';
import { streamCreated, streamOccupied, streamsDeleted } from './stream-events.ts';

export const channelFeed: Feed = {
  ChannelCreated: (event) => (state) => {
    const channel = openChannel(state.channels, event.data.channelId);
    if (!channel) return [];
    const isOccupied = !channel.inviteOnly && event.data.subscribers.length > 0;
    return [streamCreated(state, channel, viewers(channel)), ...(isOccupied ? [streamOccupied(state, channel)] : [])];
  },

  ChannelRenamed: (event) => (state) => {
    const { channelId, name, previousName } = event.data;
    const channel = openChannel(state.channels, channelId);
    if (!channel) return [];
    const changed = (property: 'name' | 'email_address', value: string): ClientEvent => ({
      type: 'stream',
      scope: viewers(channel),
      body: {
        kind: 'plain',
        fields: { op: 'update', property, value, stream_id: channelId, name: previousName },
      },
    });
    return [
      changed('email_address', streamEmailAddress(channel, state.realm.emailDomain)),
      changed('name', name),
      // Default streams and muted topics contain the stream's name. Zulip leaves it to clients to change it there; here they are sent.
      ...(state.realm.defaultChannels.includes(channelId)
        ? [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })]
        : []),
      ...mutesIn(state, channelId, previousName),
    ];
  },

  ChannelArchived: (event, before) => {
    const { channelId } = event.data;
    const channel = openChannel(before.channels, channelId);
    const subscribers = subscribersOf(before, channelId);
    const wasDefault = before.realm.defaultChannels.includes(channelId);
    const wasNotifications = before.realm.notificationsChannelId === channelId;
    const wasSignups = before.realm.signupsChannelId === channelId;
    return (state) => {
      if (!channel) return [];
      const removed = { op: 'remove', subscriptions: [{ name: channel.name, stream_id: channelId }] } as const;
      return [
        // Zulip sends no removal. Clients that do not listen to `stream` events would keep the subscription.
        ...(subscribers.length === 0
          ? []
          : [{ type: 'subscription', scope: only(subscribers), body: { kind: 'plain', fields: removed } } as const]),
        streamsDeleted(state, [channel], whoSaw(state, channel.inviteOnly, subscribers)),
        ...(wasDefault ? [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })] : []),
        ...(wasNotifications ? [newsStreamChanged('notifications_stream_id', null)] : []),
        ...(wasSignups ? [newsStreamChanged('signup_notifications_stream_id', null)] : []),
        // A registration leaves out muted topics of archived streams. Zulip sends no event for that.
        ...mutesIn(state, channelId, channel.name),
      ];
    };
  },
};

/** The former subscribers are named in the scope, because nobody is subscribed after the event. */
function whoSaw(state: RealmState, inviteOnly: boolean, subscribers: readonly UserId[]): Scope {
  if (inviteOnly) return { kind: 'administrators', plus: subscribers };
  return { kind: 'non-guests', plus: subscribers.filter((id) => isGuest(state.directory.accounts.get(id))) };
}

/** The list of muted topics for every user who muted a topic of the channel, which was called `name` before. */
function mutesIn(state: RealmState, channelId: ChannelId, name: string): ClientEvent[] {
  const muters: UserId[] = [];
  for (const [userId, { muted }] of state.preferences)
    if (muted.some((mute) => mute.channelId === channelId)) muters.push(userId);
  return muters.length === 0 ? [] : [mutedTopicsOf(muters, { op: 'name', channelId, name })];
}
