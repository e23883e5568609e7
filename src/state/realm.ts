/** The organization itself: its settings, profile fields, default streams and announcement stream. */
import type { StatePart } from '../define/handlers.ts';
import {
  type DefaultGroup,
  inSomeGroup,
  withChannels,
  withGroup,
  withoutChannels,
} from '../vocabulary/default-groups.ts';
import type { ChannelId, Millis } from '../vocabulary/ids.ts';
import type { Linkifier } from '../vocabulary/linkifiers.ts';
import { inOrder, type ProfileField } from '../vocabulary/profile-fields.ts';
import type { RealmDomain } from '../vocabulary/realm-domains.ts';
import { type RealmSettings, realmSettingDefaults } from '../vocabulary/realm-settings.ts';

export type Realm = {
  subdomain: string;
  name: string;
  description: string;
  emailDomain: string;
  createdAt: Millis;
  /** Whether the organization cannot be used any more. */
  deactivated: boolean;
  domains: readonly RealmDomain[];
  domainIdMax: number;
  linkifiers: readonly Linkifier[];
  linkifierIdMax: number;
  profileFields: readonly ProfileField[];
  profileFieldIdMax: number;
  defaultChannels: readonly ChannelId[];
  defaultGroups: readonly DefaultGroup[];
  defaultGroupIdMax: number;
  notificationsChannelId: ChannelId | null;
  /** The channel in which new users are announced; null if they are not announced. */
  signupsChannelId: ChannelId | null;
  settings: RealmSettings;
};

export const organizationState: StatePart<Realm> = {
  initial: () => ({
    subdomain: '',
    name: '',
    description: '',
    emailDomain: '',
    createdAt: 0,
    deactivated: false,
    domains: [],
    domainIdMax: 0,
    linkifiers: [],
    linkifierIdMax: 0,
    profileFields: [],
    profileFieldIdMax: 0,
    defaultChannels: [],
    defaultGroups: [],
    defaultGroupIdMax: 0,
    notificationsChannelId: null,
    signupsChannelId: null,
    settings: realmSettingDefaults,
  }),
  on: {
    RealmCreated(event, realm) {
      realm.subdomain = event.data.subdomain;
      realm.name = event.data.name;
      realm.description = event.data.description;
      realm.emailDomain = event.data.emailDomain;
      realm.createdAt = event.metadata.at;
    },
    RealmRenamed(event, realm) {
      realm.name = event.data.name;
    },
    RealmSettingsChanged(event, realm) {
      const { name, description, notifications_stream_id, signup_notifications_stream_id, ...settings } =
        event.data.settings;
      if (name !== undefined) realm.name = name;
      if (description !== undefined) realm.description = description;
      if (notifications_stream_id !== undefined) realm.notificationsChannelId = notifications_stream_id;
      if (signup_notifications_stream_id !== undefined) realm.signupsChannelId = signup_notifications_stream_id;
      realm.settings = { ...realm.settings, ...settings };
    },
    RealmDeactivated(_event, realm) {
      realm.deactivated = true;
    },
    RealmReactivated(_event, realm) {
      realm.deactivated = false;
    },
    DefaultChannelAdded(event, realm) {
      if (realm.defaultChannels.includes(event.data.channelId)) return;
      realm.defaultChannels = [...realm.defaultChannels, event.data.channelId];
    },
    DefaultChannelRemoved(event, realm) {
      realm.defaultChannels = realm.defaultChannels.filter((id) => id !== event.data.channelId);
    },
    DefaultGroupCreated({ data: { group } }, realm) {
      realm.defaultGroups = [...realm.defaultGroups, group];
      realm.defaultGroupIdMax = Math.max(realm.defaultGroupIdMax, group.groupId);
    },
    DefaultGroupChanged({ data: { groupId, changed } }, realm) {
      realm.defaultGroups = withGroup(realm.defaultGroups, groupId, (group) => ({ ...group, ...changed }));
    },
    DefaultGroupChannelsAdded({ data: { groupId, channelIds } }, realm) {
      realm.defaultGroups = withGroup(realm.defaultGroups, groupId, (group) => withChannels(group, channelIds));
    },
    DefaultGroupChannelsRemoved({ data: { groupId, channelIds } }, realm) {
      realm.defaultGroups = withGroup(realm.defaultGroups, groupId, (group) => withoutChannels(group, channelIds));
    },
    DefaultGroupDeleted({ data: { groupId } }, realm) {
      realm.defaultGroups = realm.defaultGroups.filter((group) => group.groupId !== groupId);
    },
    NotificationsChannelSet(event, realm) {
      realm.notificationsChannelId = event.data.channelId;
    },
    RealmDomainAdded({ data: { domain } }, realm) {
      realm.domains = [...realm.domains, domain];
      realm.domainIdMax = Math.max(realm.domainIdMax, domain.id);
    },
    RealmDomainChanged({ data }, realm) {
      realm.domains = realm.domains.map((one) => (one.domain === data.domain ? { ...one, ...data } : one));
    },
    RealmDomainRemoved({ data }, realm) {
      realm.domains = realm.domains.filter(({ domain }) => domain !== data.domain);
    },
    LinkifierCreated({ data: { linkifier } }, realm) {
      realm.linkifiers = [...realm.linkifiers, linkifier];
      realm.linkifierIdMax = Math.max(realm.linkifierIdMax, linkifier.id);
    },
    LinkifierDeleted({ data: { linkifierId } }, realm) {
      realm.linkifiers = realm.linkifiers.filter(({ id }) => id !== linkifierId);
    },
    ProfileFieldCreated(event, realm) {
      realm.profileFields = [...realm.profileFields, event.data.field];
      realm.profileFieldIdMax = Math.max(realm.profileFieldIdMax, event.data.field.id);
    },
    ProfileFieldChanged({ data: { fieldId, changed } }, realm) {
      realm.profileFields = realm.profileFields.map((field) =>
        field.id === fieldId ? { ...field, ...changed } : field,
      );
    },
    ProfileFieldsReordered({ data }, realm) {
      realm.profileFields = inOrder(realm.profileFields, data.order);
    },
    ProfileFieldDeleted(event, realm) {
      realm.profileFields = realm.profileFields.filter((field) => field.id !== event.data.fieldId);
    },
    ChannelArchived(event, realm) {
      realm.defaultChannels = realm.defaultChannels.filter((id) => id !== event.data.channelId);
      if (inSomeGroup(realm.defaultGroups, event.data.channelId))
        realm.defaultGroups = realm.defaultGroups.map((group) => withoutChannels(group, [event.data.channelId]));
      if (realm.notificationsChannelId === event.data.channelId) realm.notificationsChannelId = null;
      if (realm.signupsChannelId === event.data.channelId) realm.signupsChannelId = null;
    },
  },
};
