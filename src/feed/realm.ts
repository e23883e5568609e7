/** Client events about the organization itself: its settings, default streams, linkifiers, custom profile fields and the like. */
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId } from '../vocabulary/ids.ts';
import type { RealmChange, RealmSettings } from '../vocabulary/realm-settings.ts';
import type { DefaultStreamGroupObject } from '../wire/default-groups.ts';
import { linkifierRows } from '../wire/linkifiers.ts';
import { profileFieldObjects } from '../wire/profile-data.ts';
import type { StreamObject } from '../wire/stream.ts';
import { defaultStreamGroups, defaultStreams } from './channel-facts.ts';
import { type ClientEvent, everyone, plainEvent, type Scope } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const realmFeed = fromAfter({
  RealmRenamed: ({ data }) => [updated('name', data.name)],
  RealmSettingsChanged: ({ data }, state) => settingsChanged(state, data.settings),
  DefaultChannelAdded: (_event, state) => [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })],
  DefaultChannelRemoved: (_event, state) => [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })],
  DefaultGroupCreated: (_event, state) => groupsOf(state),
  DefaultGroupChanged: (_event, state) => groupsOf(state),
  DefaultGroupChannelsAdded: (_event, state) => groupsOf(state),
  DefaultGroupChannelsRemoved: (_event, state) => groupsOf(state),
  DefaultGroupDeleted: (_event, state) => groupsOf(state),
  NotificationsChannelSet: (_event, state) => [
    newsStreamChanged('notifications_stream_id', state.realm.notificationsChannelId),
  ],
  LinkifierCreated: (_event, state) => [linkifiersChanged(state)],
  LinkifierDeleted: (_event, state) => [linkifiersChanged(state)],
  ProfileFieldCreated: (_event, state) => [profileFieldsChanged(state, 'add')],
  ProfileFieldChanged: (_event, state) => [profileFieldsChanged(state, 'update')],
  ProfileFieldsReordered: (_event, state) => [profileFieldsChanged(state, 'update')],
  ProfileFieldDeleted: (_event, state) => [profileFieldsChanged(state, 'delete')],
});

/** The complete list. Guests do not see default streams. */
export const defaultStreamsChanged = (streams: readonly StreamObject[], scope: Scope): ClientEvent =>
  plainEvent('default_streams', scope, { default_streams: streams });

/** The complete list, which guests do not see. */
export const defaultGroupsChanged = (groups: readonly DefaultStreamGroupObject[], scope: Scope): ClientEvent =>
  plainEvent('default_stream_groups', scope, { default_stream_groups: groups });

const groupsOf = (state: RealmState): ClientEvent[] => [
  defaultGroupsChanged(defaultStreamGroups(state), { kind: 'non-guests' }),
];

/** After a change of a stream: the lists that contain it, both of default streams and of groups for new users. */
export function forNewUsersChanged(state: RealmState, is: { inDefaults: boolean; inGroups: boolean }): ClientEvent[] {
  return [
    ...(is.inDefaults ? [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })] : []),
    ...(is.inGroups ? groupsOf(state) : []),
  ];
}

/** Settings that clients always get together, whichever of them changed. */
const together = [
  'allow_community_topic_editing',
  'allow_message_editing',
  'message_content_edit_limit_seconds',
] as const satisfies (keyof RealmSettings)[];

const isTogether = (property: string): boolean => together.some((name) => name === property);

/** One event for each setting that changed. */
function settingsChanged({ realm }: RealmState, changed: RealmChange): ClientEvent[] {
  const { notifications_stream_id, signup_notifications_stream_id, ...others } = changed;
  const events: ClientEvent[] = Object.entries(others)
    .filter(([property]) => !isTogether(property))
    .map(([property, value]) => updated(property, value));
  if (Object.keys(others).some(isTogether)) events.push(editingChanged(realm.settings));
  if (notifications_stream_id !== undefined)
    events.push(newsStreamChanged('notifications_stream_id', notifications_stream_id));
  if (signup_notifications_stream_id !== undefined)
    events.push(newsStreamChanged('signup_notifications_stream_id', signup_notifications_stream_id));
  return events;
}

const updated = (property: string, value: string | number | boolean | null): ClientEvent =>
  plainEvent('realm', everyone, { op: 'update', property, value });

const editingChanged = ({
  allow_community_topic_editing,
  allow_message_editing,
  message_content_edit_limit_seconds,
}: RealmSettings): ClientEvent =>
  plainEvent('realm', everyone, {
    op: 'update_dict',
    property: 'default',
    data: { allow_community_topic_editing, allow_message_editing, message_content_edit_limit_seconds },
  });

const noStream = -1;

/** A changed stream for announcements. For clients, −1 means none. */
export const newsStreamChanged = (
  property: 'notifications_stream_id' | 'signup_notifications_stream_id',
  channelId: ChannelId | null,
): ClientEvent => updated(property, channelId ?? noStream);

/** All current linkifiers. */
const linkifiersChanged = (state: RealmState): ClientEvent =>
  plainEvent('realm_filters', everyone, { realm_filters: linkifierRows(state.realm.linkifiers) });

/** All current fields. Clients drop the values of a deleted field. */
const profileFieldsChanged = (state: RealmState, op: 'add' | 'update' | 'delete'): ClientEvent =>
  plainEvent('custom_profile_fields', everyone, { op, fields: profileFieldObjects(state.realm.profileFields) });
