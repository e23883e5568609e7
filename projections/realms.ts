/** The read model `realms`: one document for each organization, with its settings. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import { type DefaultGroup, withChannels, withGroup, withoutChannels } from '../src/vocabulary/default-groups.ts';
import type { EventType } from '../src/vocabulary/events/index.ts';
import type { ChannelId, Millis, RealmId } from '../src/vocabulary/ids.ts';
import type { Linkifier } from '../src/vocabulary/linkifiers.ts';
import { inOrder, type ProfileField } from '../src/vocabulary/profile-fields.ts';
import type { RealmDomain } from '../src/vocabulary/realm-domains.ts';
import { type RealmSettings, realmSettingDefaults } from '../src/vocabulary/realm-settings.ts';

export type RealmDocument = {
  readonly realmId: RealmId;
  readonly subdomain: string;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  /** The domain of the addresses that the organization itself assigns. */
  readonly emailDomain: string;
  readonly createdAt: Millis;
  readonly domains?: readonly RealmDomain[];
  readonly linkifiers?: readonly Linkifier[];
  /** In the order of display. */
  readonly profileFields: readonly ProfileField[];
  readonly defaultChannels: readonly ChannelId[];
  readonly defaultGroups?: readonly DefaultGroup[];
  /** The channel in which new chat streams are announced; null if they are not announced. */
  readonly notificationsChannelId: ChannelId | null;
  /** The channel in which new users are announced; null if they are not announced. */
  readonly signupsChannelId: ChannelId | null;
  readonly settings: RealmSettings;
};

export const realmDocumentId = (realmId: number): string => `${realmId}.realm`;

const changes = changesOf<RealmDocument, EventType>(({ realmId }) => realmDocumentId(realmId));

export const realms = defineProjection<RealmDocument>({
  name: 'realms',
  version: 3,
  indexes: {},
  on: {
    RealmCreated: puts(({ data, metadata }) => [
      realmDocumentId(data.realmId),
      {
        ...data,
        createdAt: metadata.at,
        profileFields: [],
        defaultChannels: [],
        notificationsChannelId: null,
        signupsChannelId: null,
        settings: realmSettingDefaults,
      },
    ]),
    RealmRenamed: changes(({ data }) => ({ name: data.name })),
    RealmSettingsChanged: changes(({ data }, before) => {
      const { name, description, notifications_stream_id, signup_notifications_stream_id, ...settings } = data.settings;
      return {
        name: name ?? before.name,
        description: description ?? before.description,
        renderedDescription: data.renderedDescription ?? before.renderedDescription,
        notificationsChannelId:
          notifications_stream_id === undefined ? before.notificationsChannelId : notifications_stream_id,
        signupsChannelId:
          signup_notifications_stream_id === undefined ? before.signupsChannelId : signup_notifications_stream_id,
        settings: { ...before.settings, ...settings },
      };
    }),
    DefaultChannelAdded: changes(({ data }, { defaultChannels }) => ({
      defaultChannels: [...defaultChannels.filter((id) => id !== data.channelId), data.channelId],
    })),
    DefaultChannelRemoved: changes(({ data }, { defaultChannels }) => ({
      defaultChannels: defaultChannels.filter((id) => id !== data.channelId),
    })),
    DefaultGroupCreated: changes(({ data }, { defaultGroups = [] }) => ({
      defaultGroups: [...defaultGroups, data.group],
    })),
    DefaultGroupChanged: changes(({ data }, { defaultGroups = [] }) => ({
      defaultGroups: withGroup(defaultGroups, data.groupId, (group) => ({ ...group, ...data.changed })),
    })),
    DefaultGroupChannelsAdded: changes(({ data }, { defaultGroups = [] }) => ({
      defaultGroups: withGroup(defaultGroups, data.groupId, (group) => withChannels(group, data.channelIds)),
    })),
    DefaultGroupChannelsRemoved: changes(({ data }, { defaultGroups = [] }) => ({
      defaultGroups: withGroup(defaultGroups, data.groupId, (group) => withoutChannels(group, data.channelIds)),
    })),
    DefaultGroupDeleted: changes(({ data }, { defaultGroups = [] }) => ({
      defaultGroups: defaultGroups.filter(({ groupId }) => groupId !== data.groupId),
    })),
    NotificationsChannelSet: changes(({ data }) => ({ notificationsChannelId: data.channelId })),
    RealmDomainAdded: changes(({ data }, { domains = [] }) => ({ domains: [...domains, data.domain] })),
    RealmDomainChanged: changes(({ data }, { domains = [] }) => ({
      domains: domains.map((one) => (one.domain === data.domain ? { ...one, ...data } : one)),
    })),
    RealmDomainRemoved: changes(({ data }, { domains = [] }) => ({
      domains: domains.filter(({ domain }) => domain !== data.domain),
    })),
    LinkifierCreated: changes(({ data }, { linkifiers = [] }) => ({ linkifiers: [...linkifiers, data.linkifier] })),
    LinkifierDeleted: changes(({ data }, { linkifiers = [] }) => ({
      linkifiers: linkifiers.filter(({ id }) => id !== data.linkifierId),
    })),
    ProfileFieldCreated: changes(({ data }, { profileFields }) => ({ profileFields: [...profileFields, data.field] })),
    ProfileFieldChanged: changes(({ data }, { profileFields }) => ({
      profileFields: profileFields.map((field) => (field.id === data.fieldId ? { ...field, ...data.changed } : field)),
    })),
    ProfileFieldsReordered: changes(({ data }, { profileFields }) => ({
      profileFields: inOrder(profileFields, data.order),
    })),
    ProfileFieldDeleted: changes(({ data }, { profileFields }) => ({
      profileFields: profileFields.filter((field) => field.id !== data.fieldId),
    })),
    ChannelArchived: changes(
      ({ data }, { defaultChannels, defaultGroups, notificationsChannelId, signupsChannelId }) => ({
        ...(defaultGroups && { defaultGroups: defaultGroups.map((group) => withoutChannels(group, [data.channelId])) }),
        defaultChannels: defaultChannels.filter((id) => id !== data.channelId),
        notificationsChannelId: notificationsChannelId === data.channelId ? null : notificationsChannelId,
        signupsChannelId: signupsChannelId === data.channelId ? null : signupsChannelId,
      }),
    ),
  },
});
