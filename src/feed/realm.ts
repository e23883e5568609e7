/** Client events about the organization itself: default streams, where new streams are announced, custom profile fields. */
import type { RealmState } from '../state/realm-state.ts';
import { profileFieldObjects } from '../wire/profile-data.ts';
import type { StreamObject } from '../wire/stream.ts';
import { defaultStreams } from './channel-facts.ts';
import type { ClientEvent, Scope } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const realmFeed: Feed = {
  RealmRenamed:
    ({ data }) =>
    () => [
      {
        type: 'realm',
        scope: { kind: 'everyone' },
        body: { kind: 'plain', fields: { op: 'update', property: 'name', value: data.name } },
      },
    ],
  DefaultChannelAdded: () => (state) => [defaultStreamsChanged(defaultStreams(state), { kind: 'non-guests' })],
  NotificationsChannelSet: () => (state) => [notificationsStreamChanged(state)],
  ProfileFieldCreated: () => (state) => [profileFieldsChanged(state, 'add')],
  ProfileFieldDeleted: () => (state) => [profileFieldsChanged(state, 'delete')],
};

/** Always the whole list. Guests do not see default streams. */
export const defaultStreamsChanged = (streams: readonly StreamObject[], scope: Scope): ClientEvent => ({
  type: 'default_streams',
  scope,
  body: { kind: 'plain', fields: { default_streams: streams } },
});

const noStream = -1;

export const notificationsStreamChanged = (state: RealmState): ClientEvent => ({
  type: 'realm',
  scope: { kind: 'everyone' },
  body: {
    kind: 'plain',
    fields: {
      op: 'update',
      property: 'notifications_stream_id',
      value: state.realm.notificationsChannelId ?? noStream,
    },
  },
});

/** All present fields. Clients drop the values of a deleted field. */
const profileFieldsChanged = (state: RealmState, op: 'add' | 'delete'): ClientEvent => ({
  type: 'custom_profile_fields',
  scope: { kind: 'everyone' },
  body: { kind: 'plain', fields: { op, fields: profileFieldObjects(state.realm.profileFields) } },
});
