/** The client events for changed settings of a chat stream. They are in the order of the original API. */
import { type Channel, openChannel } from '../state/channels.ts';
import { formerMembers } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import { inSomeGroup } from '../vocabulary/default-groups.ts';
import type { ChannelId } from '../vocabulary/ids.ts';
import type { EventFields } from '../wire/client-events.ts';
import { isForAnnouncements } from '../wire/stream.ts';
import { streamEmailAddress } from '../wire/stream-email.ts';
import { ownProperties, subscriptionTo, unsubscribedTo } from './channel-facts.ts';
import { subscribersOf, viewers } from './channel-visibility.ts';
import { type ClientEvent, plainEvent, type Scope } from './client-event.ts';
import { type Feed, fromAfter } from './feed-handlers.ts';
import { forNewUsersChanged } from './realm.ts';
import { streamsDeleted } from './stream-events.ts';

type Update = Extract<EventFields<'stream'>, { readonly op: 'update' }>;
type Changed = Omit<Update, 'op' | 'stream_id' | 'name'>;

export const channelChangeFeed: Feed = {
  ...fromAfter({
    ChannelRenamed: (event, state) => {
      const { channelId, name, previousName } = event.data;
      const channel = openChannel(state.channels, channelId);
      if (!channel) return [];
      const address = streamEmailAddress(channel, state.realm.emailDomain);
      return updated(state, channel, previousName, [
        { property: 'email_address', value: address },
        { property: 'name', value: name },
      ]);
    },

    ChannelDescribed: ({ data: { channelId, description, renderedDescription } }, state) =>
      changing(state, channelId, [
        { property: 'description', value: description, rendered_description: renderedDescription },
      ]),

    ChannelPostPolicyChanged: ({ data: { channelId, postPolicy } }, state) =>
      changing(state, channelId, [
        { property: 'stream_post_policy', value: postPolicy },
        { property: 'is_announcement_only', value: isForAnnouncements(postPolicy) },
      ]),

    ChannelRetentionChanged: ({ data: { channelId, retentionDays } }, state) =>
      changing(state, channelId, [{ property: 'message_retention_days', value: retentionDays }]),
  }),
  ChannelPrivacyChanged: (event, before) => {
    const { channelId, inviteOnly, historyPublic } = event.data;
    const was = openChannel(before.channels, channelId);
    return (state) => {
      const channel = openChannel(state.channels, channelId);
      if (!was || !channel) return [];
      const outsiders: Scope = { kind: 'outsiders', channelId };
      // Zulip sends outsiders nothing when a stream becomes hidden from them or visible to them.
      const toOutsiders: ClientEvent[] =
        was.inviteOnly === inviteOnly
          ? []
          : [inviteOnly ? streamsDeleted(state, [was], outsiders) : streamShown(state, channel, outsiders)];
      const property = { property: 'invite_only', value: inviteOnly, history_public_to_subscribers: historyPublic };
      return [
        ...toOutsiders,
        ...updated(state, channel, channel.name, [property as Changed], viewers({ ...channel, inviteOnly: true })),
      ];
    };
  },
};

function changing(state: RealmState, channelId: ChannelId, changes: readonly Changed[]): ClientEvent[] {
  const channel = openChannel(state.channels, channelId);
  return channel ? updated(state, channel, channel.name, changes) : [];
}

/** `name`: the name of the stream before the event. Default streams are sent completely; Zulip leaves their update to the clients. */
function updated(
  state: RealmState,
  channel: Channel,
  name: string,
  changes: readonly Changed[],
  scope: Scope = viewers(channel),
): ClientEvent[] {
  return [
    ...changes.map((change) =>
      plainEvent('stream', scope, { op: 'update', ...change, stream_id: channel.channelId, name }),
    ),
    ...forNewUsersChanged(state, {
      inDefaults: state.realm.defaultChannels.includes(channel.channelId),
      inGroups: inSomeGroup(state.realm.defaultGroups, channel.channelId),
    }),
  ];
}

/** The stream with its subscribers, which are in no other event. */
function streamShown(state: RealmState, channel: Channel, scope: Scope): ClientEvent {
  const { channelId } = channel;
  const subscribers = subscribersOf(state, channelId);
  const once = formerMembers(state.memberships, channelId);
  return {
    type: 'stream',
    scope,
    body: {
      kind: 'shown',
      stream: unsubscribedTo(state, channel, subscribers),
      subscription: subscriptionTo(state, channel, subscribers),
      once,
      propertiesOf: ownProperties(state, channelId, once),
    },
  };
}
