/**
 * An organization for tests of queries: owner 1, administrator 2, member 3, guest 4, deactivated member 5, bots 6 (generic) and 7
 * (outgoing webhook) of member 3, system bot 8, and person 9 whose account was never created.
 */
import type { ReadView } from '../../src/ports/read-store.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, ProfileFieldId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { BotKeys } from '../../src/wire/bot.ts';
import { type Given, happened, realmId, recorded } from './given.ts';
import { came, founded } from './past-events.ts';
import { projectAll, viewOf } from './project.ts';

export const user = (id: number): UserId => id as UserId;
export const channel = (id: number): ChannelId => id as ChannelId;

const bot = (id: number, type: 1 | 3, ownerId: number | null): Given[] => [
  happened(logStream.person(realmId, user(id)), 'PersonDescribed', {
    userId: user(id),
    fullName: `Bot ${id}`,
    email: `bot${id}@test.example`,
    timezone: '',
  }),
  happened(logStream.directory(realmId), 'UserCreated', {
    userId: user(id),
    role: 400,
    addressFingerprint: `fp:bot${id}@test.example`,
    bot: {
      type,
      ownerId: ownerId === null ? null : user(ownerId),
      ...(type === 3 ? { service: { payloadUrl: 'https://hook.example/', interface: 1 } } : {}),
    },
  }),
];

export const deactivated = (id: number): Given =>
  happened(logStream.directory(realmId), 'UserDeactivated', { userId: user(id) });

export const profileField = (id: number, name: string, type: 1 | 4 = 1): Given =>
  happened(logStream.realm(realmId), 'ProfileFieldCreated', {
    field: { id: id as ProfileFieldId, name, hint: `${name}?`, type, fieldData: '' },
  });

export const profileFieldGone = (id: number): Given =>
  happened(logStream.realm(realmId), 'ProfileFieldDeleted', { fieldId: id as ProfileFieldId });

export const fillsIn = (id: number, fieldId: number, value: string | null, rendered?: string): Given =>
  happened(logStream.person(realmId, user(id)), 'ProfileDataChanged', {
    userId: user(id),
    values: [{ fieldId: fieldId as ProfileFieldId, value, ...(rendered === undefined ? {} : { rendered }) }],
  });

export const defaultChannel = (id: number): Given =>
  happened(logStream.realm(realmId), 'DefaultChannelAdded', { channelId: channel(id) });

export const renamed = (id: number, previousName: string, name: string): Given =>
  happened(logStream.channels(realmId), 'ChannelRenamed', { channelId: channel(id), name, previousName });

export const mutes = (id: number, channelId: number, topic: string, at = 1_600_000_000_999): Given =>
  happened(
    logStream.user(realmId, user(id)),
    'TopicMuted',
    { userId: user(id), channelId: channel(channelId), topic },
    { at },
  );

export const unmutes = (id: number, channelId: number, topic: string): Given =>
  happened(logStream.user(realmId, user(id)), 'TopicUnmuted', {
    userId: user(id),
    channelId: channel(channelId),
    topic,
  });

export const sets = (id: number, settings: DataOf<'NotificationSettingsChanged'>['settings']): Given =>
  happened(logStream.user(realmId, user(id)), 'NotificationSettingsChanged', { userId: user(id), settings });

export const subscriptionSet = (
  id: number,
  channelId: number,
  properties: DataOf<'SubscriptionPropertiesChanged'>['changes'][number]['properties'],
): Given =>
  happened(logStream.user(realmId, user(id)), 'SubscriptionPropertiesChanged', {
    userId: user(id),
    changes: [{ channelId: channel(channelId), properties }],
  });

export const organization = (): Given[] => [
  founded(),
  ...came(1, { role: 100 }),
  ...came(2, { role: 200 }),
  ...came(3),
  ...came(4, { role: 600 }),
  ...came(5),
  deactivated(5),
  ...bot(6, 1, 3),
  ...bot(7, 3, 3),
  ...bot(8, 1, null),
  ...came(9).slice(0, 1),
];

/** The read models after the organization and these events. */
export const readAfter = async (...past: (Given | readonly Given[])[]): Promise<ReadView> =>
  viewOf(await projectAll(recorded(past.flat())));

export const testKeys: BotKeys = {
  apiKey: (id, generation) => `key of ${id}, ${generation}`,
  token: (id, generation) => (generation === 1 ? `token of ${id}` : `token ${generation} of ${id}`),
};
