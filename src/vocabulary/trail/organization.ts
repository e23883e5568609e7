/** The trail of the organization, its settings, and its groups. */
import type { defaultGroupEvents } from '../events/default-groups.ts';
import type { realmEvents, serverEvents } from '../events/realm.ts';
import type { userGroupEvents } from '../events/user-groups.ts';
import { notRecorded, type ObjectRef, type RowsOf } from './row.ts';

const organization = ({ realmId }: { readonly realmId: number }): number => realmId;
const group = ({ data }: { readonly data: { readonly groupId: number } }): number => data.groupId;
const field = ({ data }: { readonly data: { readonly fieldId: number } }): number => data.fieldId;
const stream = ({ data }: { readonly data: { readonly channelId: number } }): number => data.channelId;
const domain = ({ data }: { readonly data: { readonly domain: string } }): string => data.domain;
const streams = (ids: readonly number[]): ObjectRef[] => ids.map((id) => ({ type: 'stream', id }));
export const users = (userIds: readonly number[]): ObjectRef[] => userIds.map((id) => ({ type: 'user', id }));

export const serverRows: RowsOf<typeof serverEvents> = {
  SecretRecorded: notRecorded,
  SecretReplaced: notRecorded,
  SecretEnded: notRecorded,
  RealmRegistered: {
    action: 'organization.registered',
    description: 'A subdomain was given to the organization',
    object: ({ data }) => data.realmId,
    after: ({ subdomain }) => ({ subdomain }),
    begins: true,
  },
  ImportBegan: {
    action: 'organization.import_began',
    description: 'From here on, events are brought from another log',
    object: ({ data }) => data.realms[0]?.realmId ?? 0,
    after: ({ digest }) => ({ digest }),
    begins: true,
  },
  ImportFinished: {
    action: 'organization.import_finished',
    description: 'All events have been brought from another log',
    object: ({ data }) => data.realmIds[0] ?? 0,
    after: ({ digest }) => ({ digest }),
    begins: true,
  },
};

export const realmRows: RowsOf<typeof realmEvents> = {
  RealmCreated: {
    action: 'organization.created',
    description: 'The organization was founded',
    object: organization,
    after: ({ name, description, subdomain, emailDomain }) => ({
      ...{ name, description, subdomain },
      email_domain: emailDomain,
    }),
    begins: true,
    names: ({ name }) => [name],
  },
  RealmRenamed: {
    action: 'organization.renamed',
    description: 'The organization got another name',
    object: organization,
    after: ({ name }) => ({ name }),
    before: ({ previousName }) => ({ name: previousName }),
    names: ({ name, previousName }) => [name, previousName],
  },
  RealmSettingsChanged: {
    action: 'organization.changed',
    description: 'Settings of the organization were changed',
    object: organization,
    after: ({ settings }) => settings,
    before: ({ previous }) => previous,
  },
  AddressVisibilityChanged: {
    action: 'organization.addresses_shown',
    description: 'Addresses of people are shown to others than before',
    object: organization,
    also: ({ data: { userIds } }) => users(userIds),
    after: ({ userIds, visibility }) => ({ users: userIds, email_address_visibility: visibility }),
    begins: true,
  },
  RealmDeactivated: {
    action: 'organization.deactivated',
    description: 'Nobody can use the organization any more',
    object: organization,
    after: () => ({ active: false }),
    before: () => ({ active: true }),
  },
  DefaultChannelAdded: {
    action: 'stream.made_default',
    description: 'New users are subscribed to the stream',
    object: stream,
    after: () => ({ is_default: true }),
    before: () => ({ is_default: false }),
  },
  DefaultChannelRemoved: {
    action: 'stream.unmade_default',
    description: 'New users are no longer subscribed to the stream',
    object: stream,
    after: () => ({ is_default: false }),
    before: () => ({ is_default: true }),
  },
  NotificationsChannelSet: {
    action: 'organization.announcements_set',
    description: 'Where new streams are announced was changed',
    object: organization,
    after: ({ channelId }) => ({ notifications_stream_id: channelId }),
  },
  RealmDomainAdded: {
    action: 'domain.added',
    description: 'A domain of addresses was added',
    object: ({ data }) => data.domain.domain,
    after: ({ domain }) => ({ allow_subdomains: domain.allowSubdomains }),
    begins: true,
    names: ({ domain }) => [domain.domain],
  },
  RealmDomainChanged: {
    action: 'domain.changed',
    description: 'Whether its subdomains count was changed',
    object: domain,
    after: ({ allowSubdomains }) => ({ allow_subdomains: allowSubdomains }),
  },
  RealmDomainRemoved: { action: 'domain.removed', description: 'A domain of addresses was removed', object: domain },
  LinkifierCreated: {
    action: 'linkifier.created',
    description: 'A pattern became links',
    object: ({ data }) => data.linkifier.id,
    after: ({ linkifier }) => ({ ...linkifier }),
    begins: true,
  },
  LinkifierDeleted: {
    action: 'linkifier.deleted',
    description: 'A pattern is no longer made a link',
    object: ({ data }) => data.linkifierId,
    before: ({ pattern }) => ({ pattern }),
  },
  ProfileFieldCreated: {
    action: 'profile_field.created',
    description: 'A custom profile field was made',
    object: ({ data }) => data.field.id,
    after: ({ field: { name, hint, type, fieldData } }) => ({ name, hint, type, field_data: fieldData }),
    begins: true,
    names: ({ field: { name } }) => [name],
  },
  ProfileFieldChanged: {
    action: 'profile_field.changed',
    description: 'A custom profile field was changed',
    object: field,
    after: ({ changed }) => changed,
    before: ({ previous }) => previous,
  },
  ProfileFieldsReordered: {
    action: 'organization.profile_fields_reordered',
    description: 'The custom profile fields got another order',
    object: organization,
    after: ({ order }) => ({ profile_fields: order }),
  },
  RealmReactivated: {
    action: 'organization.reactivated',
    description: 'The organization can be used again',
    object: organization,
    after: () => ({ active: true }),
    before: () => ({ active: false }),
  },
  EmojiCreated: {
    action: 'emoji.created',
    description: 'An emoji of the organization was made',
    object: ({ data }) => data.emoji.id,
    after: ({ emoji: { name } }) => ({ name }),
    begins: true,
    names: ({ emoji: { name } }) => [name],
  },
  EmojiDeactivated: {
    action: 'emoji.deactivated',
    description: 'An emoji of the organization can be used no longer',
    object: ({ data }) => data.emojiId,
    after: () => ({ active: false }),
    before: () => ({ active: true }),
    names: ({ name }) => [name],
  },
  ProfileFieldDeleted: {
    action: 'profile_field.deleted',
    description: 'A custom profile field was removed',
    object: field,
  },
};

export const defaultGroupRows: RowsOf<typeof defaultGroupEvents> = {
  DefaultGroupCreated: {
    action: 'default_group.created',
    description: 'A group of streams for new users was made',
    object: ({ data }) => data.group.groupId,
    also: ({ data }) => streams(data.group.channelIds),
    after: ({ group: { name, description, channelIds } }) => ({ name, description, streams: channelIds }),
    begins: true,
    names: ({ group: { name } }) => [name],
  },
  DefaultGroupChanged: {
    action: 'default_group.changed',
    description: 'A group of streams for new users was changed',
    object: group,
    after: ({ changed }) => changed,
    before: ({ previous }) => previous,
    names: ({ changed: { name }, previous }) => [name, previous.name].filter((one) => one !== undefined),
  },
  DefaultGroupChannelsAdded: {
    action: 'default_group.streams_added',
    description: 'Streams were added to a group for new users',
    object: group,
    also: ({ data }) => streams(data.channelIds),
    after: ({ channelIds }) => ({ added: channelIds }),
    begins: true,
  },
  DefaultGroupChannelsRemoved: {
    action: 'default_group.streams_removed',
    description: 'Streams were taken out of a group for new users',
    object: group,
    also: ({ data }) => streams(data.channelIds),
    before: ({ channelIds }) => ({ removed: channelIds }),
  },
  DefaultGroupDeleted: {
    action: 'default_group.deleted',
    description: 'A group of streams for new users was deleted',
    object: group,
    before: ({ name }) => ({ name }),
    names: ({ name }) => [name],
  },
};

export const userGroupRows: RowsOf<typeof userGroupEvents> = {
  UserGroupCreated: {
    action: 'user_group.created',
    description: 'A user group was made',
    object: group,
    also: ({ data }) => users(data.members),
    after: ({ name, description, members }) => ({ name, description, members }),
    begins: true,
    names: ({ name }) => [name],
  },
  UserGroupChanged: {
    action: 'user_group.changed',
    description: 'A user group was changed',
    object: group,
    after: ({ changed }) => changed,
    before: ({ previous }) => previous,
    names: ({ changed: { name }, previous }) => [name, previous.name].filter((one) => one !== undefined),
  },
  UserGroupMembersAdded: {
    action: 'user_group.members_added',
    description: 'Users became members of a group',
    object: group,
    also: ({ data }) => users(data.userIds),
    after: ({ userIds }) => ({ added: userIds }),
    begins: true,
  },
  UserGroupMembersRemoved: {
    action: 'user_group.members_removed',
    description: 'Users are no longer members of a group',
    object: group,
    also: ({ data }) => users(data.userIds),
    before: ({ userIds }) => ({ removed: userIds }),
  },
  UserGroupDeleted: {
    action: 'user_group.deleted',
    description: 'A user group was deleted',
    object: group,
    before: ({ name }) => ({ name }),
    names: ({ name }) => [name],
  },
};
