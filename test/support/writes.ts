/** Short functions for past events of realm 1 about users, streams and settings. Those about messages are in `past-events.ts`. */
import type { PostPolicy } from '../../src/vocabulary/events/channels.ts';
import type { BotAccount } from '../../src/vocabulary/events/directory.ts';
import type { ClientPresence } from '../../src/vocabulary/events/ephemeral.ts';
import type { DataOf, EventType } from '../../src/vocabulary/events/index.ts';
import type {
  ChannelId,
  LinkifierId,
  ProfileFieldId,
  RealmEmojiId,
  UserGroupId,
  UserId,
} from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { participants } from '../../src/vocabulary/places.ts';
import type { RealmChange } from '../../src/vocabulary/realm-settings.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import type { NotificationSettings, SubscriptionProperties } from '../../src/vocabulary/settings.ts';
import { type Given, happened, realmId } from './given.ts';

const user = (id: number) => id as UserId;
const channel = (id: number) => id as ChannelId;

const inDirectory = <T extends EventType>(type: T, data: DataOf<T>): Given =>
  happened(logStream.directory(realmId), type, data);
export const inRealm = <T extends EventType>(type: T, data: DataOf<T>): Given =>
  happened(logStream.realm(realmId), type, data);
export const inChannels = <T extends EventType>(type: T, data: DataOf<T>): Given =>
  happened(logStream.channels(realmId), type, data);
const ofPerson = <T extends EventType>(id: number, type: T, data: DataOf<T>): Given =>
  happened(logStream.person(realmId, user(id)), type, data);
export const ofUser = <T extends EventType>(id: number, type: T, data: DataOf<T>): Given =>
  happened(logStream.user(realmId, user(id)), type, data);

/** A bot was created: `bot<id>@test.example`. Without an owner it is a system bot. */
export function newBot(id: number, ownerId: number | null, bot: Partial<BotAccount> = {}): Given[] {
  const email = `bot${id}@test.example`;
  return [
    ofPerson(id, 'PersonDescribed', { userId: user(id), fullName: `Bot ${id}`, email, timezone: '' }),
    inDirectory('UserCreated', {
      userId: user(id),
      role: 400,
      addressFingerprint: `fp:${email}`,
      bot: { type: 1, ownerId: ownerId === null ? null : user(ownerId), ...bot },
    }),
  ];
}

export const roleChanged = (id: number, role: Role, previousRole: Role): Given =>
  inDirectory('UserRoleChanged', { userId: user(id), role, previousRole });
export const passwordSet = (id: number, hash: string): Given =>
  happened(logStream.password(realmId, user(id)), 'PasswordSet', { userId: user(id), hash });
export const signInFailed = (id: number, at?: number): Given =>
  happened(logStream.user(realmId, user(id)), 'SignInFailed', { userId: user(id) }, at === undefined ? {} : { at });
export const looks = (id: number, settings: DataOf<'DisplaySettingsChanged'>['settings']): Given =>
  ofUser(id, 'DisplaySettingsChanged', { userId: user(id), settings });
export const timezoneChanged = (id: number, timezone: string): Given =>
  ofPerson(id, 'TimezoneChanged', { userId: user(id), timezone, previousTimezone: '' });
export const deactivated = (id: number): Given => inDirectory('UserDeactivated', { userId: user(id) });
export const reactivated = (id: number): Given => inDirectory('UserReactivated', { userId: user(id) });
export const keyRotated = (id: number, generation: number, tokenGeneration?: number): Given =>
  inDirectory('ApiKeyRotated', {
    userId: user(id),
    generation,
    ...(tokenGeneration === undefined ? {} : { tokenGeneration }),
  });
export const ownerChanged = (id: number, ownerId: number, previousOwnerId: number): Given =>
  inDirectory('BotOwnerChanged', { userId: user(id), ownerId: user(ownerId), previousOwnerId: user(previousOwnerId) });
export const defaultsChanged = (id: number, sending: number | null, register: number | null, all = false): Given =>
  inDirectory('BotDefaultsChanged', {
    userId: user(id),
    defaults: {
      sendingChannelId: sending as ChannelId | null,
      registerChannelId: register as ChannelId | null,
      allPublicStreams: all,
    },
  });
export const serviceChanged = (id: number, payloadUrl: string): Given =>
  inDirectory('BotServiceChanged', { userId: user(id), service: { payloadUrl, interface: 1 } });

export const realmRenamed = (name: string, previousName = 'Test'): Given =>
  inRealm('RealmRenamed', { name, previousName });
export const addressesShown = (ids: number[], visibility: 1 | 3 | 4): Given =>
  inChannels('AddressVisibilityChanged', { userIds: ids.map(user), visibility });
export const settingsChanged = (settings: RealmChange): Given =>
  inChannels('RealmSettingsChanged', { settings, previous: {} });
const inGroup = (id: number, userIds: readonly number[]) => ({
  groupId: id as UserGroupId,
  userIds: userIds.map(user),
});
export const groupCreated = (id: number, name: string, ...members: number[]): Given =>
  inRealm('UserGroupCreated', { groupId: id as UserGroupId, name, description: '', members: members.map(user) });
export const groupChanged = (id: number, changed: DataOf<'UserGroupChanged'>['changed']): Given =>
  inRealm('UserGroupChanged', { groupId: id as UserGroupId, changed, previous: {} });
export const groupJoined = (id: number, ...userIds: number[]): Given =>
  inRealm('UserGroupMembersAdded', inGroup(id, userIds));
export const groupLeft = (id: number, ...userIds: number[]): Given =>
  inRealm('UserGroupMembersRemoved', inGroup(id, userIds));
export const groupDeleted = (id: number): Given =>
  inRealm('UserGroupDeleted', { groupId: id as UserGroupId, name: '' });
const imageOf = (id: number) => ({
  token: `${id}`.padStart(40, 'e'),
  type: 'image/png',
  size: 9,
  sha256: `sha of ${id}`,
});
export const emojiCreated = (id: number, name: string, by = 1): Given =>
  inRealm('EmojiCreated', { emoji: { id: id as RealmEmojiId, name, authorId: user(by), image: imageOf(id) } });
export const emojiDeactivated = (id: number, name: string): Given =>
  inRealm('EmojiDeactivated', { emojiId: id as RealmEmojiId, name });
export const linkifierCreated = (id: number, pattern = `#${id}(?P<id>[0-9]+)`): Given =>
  inRealm('LinkifierCreated', {
    linkifier: { id: id as LinkifierId, pattern, urlFormat: 'https://t.example/%(id)s' },
  });
export const linkifierDeleted = (id: number): Given =>
  inRealm('LinkifierDeleted', { linkifierId: id as LinkifierId, pattern: '' });
export const domainAdded = (id: number, domain: string): Given =>
  inRealm('RealmDomainAdded', { domain: { id, domain, allowSubdomains: false } });
export const domainChanged = (domain: string, allowSubdomains: boolean): Given =>
  inRealm('RealmDomainChanged', { domain, allowSubdomains });
export const domainRemoved = (domain: string): Given => inRealm('RealmDomainRemoved', { domain });
export const stored = (id: number, values: Record<string, string>, ...removed: string[]): Given =>
  ofUser(id, 'BotStorageChanged', { userId: user(id), values, removed });
export const fieldMade = (field: { id: number; type: 3 | 7; fieldData: string }): Given =>
  inRealm('ProfileFieldCreated', {
    field: { ...field, id: field.id as ProfileFieldId, name: `Field ${field.id}`, hint: '' },
  });
export const fieldChanged = (id: number, changed: DataOf<'ProfileFieldChanged'>['changed']): Given =>
  inRealm('ProfileFieldChanged', { fieldId: id as ProfileFieldId, changed, previous: {} });
export const fieldsReordered = (...order: number[]): Given =>
  inRealm('ProfileFieldsReordered', { order: order as ProfileFieldId[] });
export const realmDeactivated = (): Given => inRealm('RealmDeactivated', { realmId });
export const realmReactivated = (): Given => inRealm('RealmReactivated', { realmId });

export const avatarChanged = (id: number, version: number, sha256: string | null, previous: string | null): Given =>
  ofPerson(id, 'AvatarChanged', {
    userId: user(id),
    version,
    avatar: sha256 === null ? null : { token: `${version}`.padStart(40, 'a'), type: 'image/png', size: 9, sha256 },
    previous,
  });
export const renamed = (id: number, fullName: string): Given =>
  ofPerson(id, 'FullNameChanged', { userId: user(id), fullName, previousFullName: '' });
export const answered = (id: number, fieldId: number, value: string | null, rendered?: string): Given =>
  ofPerson(id, 'ProfileDataChanged', {
    userId: user(id),
    values: [{ fieldId: fieldId as ProfileFieldId, value, ...(rendered === undefined ? {} : { rendered }) }],
  });

export const fieldCreated = (id: number, type: 1 | 4 = 1): Given =>
  inRealm('ProfileFieldCreated', {
    field: { id: id as ProfileFieldId, name: `Field ${id}`, hint: '', type, fieldData: '' },
  });
export const fieldDeleted = (id: number): Given => inRealm('ProfileFieldDeleted', { fieldId: id as ProfileFieldId });
export const madeDefault = (id: number): Given => inChannels('DefaultChannelAdded', { channelId: channel(id) });
export const noLongerDefault = (id: number): Given => inChannels('DefaultChannelRemoved', { channelId: channel(id) });
export const announcesIn = (id: number | null): Given =>
  inRealm('NotificationsChannelSet', { channelId: id === null ? null : channel(id) });

export const channelRenamed = (id: number, name: string, previousName: string): Given =>
  happened(logStream.channels(realmId), 'ChannelRenamed', { channelId: channel(id), name, previousName });

export const channelDescribed = (id: number, description: string): Given =>
  inChannels('ChannelDescribed', {
    channelId: channel(id),
    description,
    renderedDescription: `<p>${description}</p>`,
  });
export const postPolicyChanged = (id: number, postPolicy: PostPolicy): Given =>
  inChannels('ChannelPostPolicyChanged', { channelId: channel(id), postPolicy });
export const retentionChanged = (id: number, retentionDays: number | null): Given =>
  inChannels('ChannelRetentionChanged', { channelId: channel(id), retentionDays });
export const privacyChanged = (id: number, inviteOnly: boolean, historyPublic = !inviteOnly): Given =>
  inChannels('ChannelPrivacyChanged', { channelId: channel(id), inviteOnly, historyPublic });

export const sets = (id: number, settings: Partial<NotificationSettings>): Given =>
  ofUser(id, 'NotificationSettingsChanged', { userId: user(id), settings });
export const wants = (id: number, channelId: number, properties: Partial<SubscriptionProperties>): Given =>
  ofUser(id, 'SubscriptionPropertiesChanged', {
    userId: user(id),
    changes: [{ channelId: channel(channelId), properties }],
  });
export const alertedBy = (id: number, added: string[], removed: string[] = []): Given =>
  happened(logStream.words(realmId, user(id), 0), 'AlertWordsChanged', { userId: user(id), added, removed });
export const unmutes = (id: number, channelId: number, topic: string): Given =>
  ofUser(id, 'TopicUnmuted', { userId: user(id), channelId: channel(channelId), topic });
/** The last presence reports of the clients of a user, newest last. */
export const presenceTold = (id: number, ...clients: ClientPresence[]): Given =>
  happened(logStream.presence(realmId, user(id)), 'PresenceTold', { userId: user(id), clients });
/** A user sets their status. */
export const statusChanged = (id: number, status: Omit<DataOf<'UserStatusChanged'>, 'userId'>): Given =>
  happened(logStream.words(realmId, user(id), 0), 'UserStatusChanged', { userId: user(id), ...status });
/** A user started or stopped typing to others. */
export const typed = (id: number, op: 'start' | 'stop', ...to: number[]): Given =>
  happened(logStream.typing(realmId, user(id)), 'TypingTold', {
    userId: user(id),
    op,
    userIds: participants([id, ...to].map(user)),
  });
