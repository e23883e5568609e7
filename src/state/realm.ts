/** State of `realm-…`: what the organization is set to. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, Millis } from '../vocabulary/ids.ts';
import type { ProfileField } from '../vocabulary/profile-fields.ts';

export type Realm = {
  subdomain: string;
  name: string;
  emailDomain: string;
  createdAt: Millis;
  profileFields: readonly ProfileField[];
  /** The highest field id ever given: ids are not used twice. */
  profileFieldIdMax: number;
  defaultChannels: readonly ChannelId[];
  notificationsChannelId: ChannelId | null;
};

export const noRealmYet = (): Realm => ({
  subdomain: '',
  name: '',
  emailDomain: '',
  createdAt: 0,
  profileFields: [],
  profileFieldIdMax: 0,
  defaultChannels: [],
  notificationsChannelId: null,
});

export function evolveRealm(realm: Realm, event: Recorded): void {
  switch (event.type) {
    case 'RealmCreated':
      realm.subdomain = event.data.subdomain;
      realm.name = event.data.name;
      realm.emailDomain = event.data.emailDomain;
      realm.createdAt = event.metadata.at;
      break;
    case 'DefaultChannelAdded':
      if (!realm.defaultChannels.includes(event.data.channelId))
        realm.defaultChannels = [...realm.defaultChannels, event.data.channelId];
      break;
    case 'NotificationsChannelSet':
      realm.notificationsChannelId = event.data.channelId;
      break;
    case 'ProfileFieldCreated':
      realm.profileFields = [...realm.profileFields, event.data.field];
      realm.profileFieldIdMax = Math.max(realm.profileFieldIdMax, event.data.field.id);
      break;
    case 'ProfileFieldDeleted':
      realm.profileFields = realm.profileFields.filter((field) => field.id !== event.data.fieldId);
      break;
    case 'ChannelArchived':
      realm.defaultChannels = realm.defaultChannels.filter((id) => id !== event.data.channelId);
      if (realm.notificationsChannelId === event.data.channelId) realm.notificationsChannelId = null;
      break;
  }
}
