/**
 * The read model `users`: every account with its personal data. The two come from different log streams, and the personal data come first.
 * A user is listed only once the directory has created the account, so that personal data without an account are not shown. An account
 * without personal data belongs to an erased person. Their erasure removed the data from the log, so that a fold of an earlier moment does
 * not find them.
 */
import { changesOf, defineProjection } from '../src/define/projection.ts';
import { erasedPerson } from '../src/vocabulary/erased-person.ts';
import type { BotAccount } from '../src/vocabulary/events/directory.ts';
import type { Recorded } from '../src/vocabulary/events/index.ts';
import { foldCase } from '../src/vocabulary/fold-case.ts';
import type { Millis, UserId } from '../src/vocabulary/ids.ts';
import { type Avatar, avatarPath } from '../src/vocabulary/images.ts';
import { personIn } from '../src/vocabulary/log-streams.ts';
import { guest, member, type Role } from '../src/vocabulary/roles.ts';

type ProfileValue = { readonly value: string; readonly rendered?: string };

/** `since`: 0 if it was from the beginning. `until`: null if it has not ended. */
type Period = readonly [since: Millis, until: Millis | null];

export type UserDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  /** The user's id, once the directory has created the account. So the indexes contain only listed users. */
  readonly listedId?: UserId;
  readonly role: Role;
  /** When the user was a guest, oldest first. Absent if they never were. */
  readonly guestDuring?: readonly Period[];
  readonly active: boolean;
  readonly createdAt: Millis;
  readonly bot: BotAccount | null;
  /** `botType` is set only for bots, and `ownerId` only for bots with an owner, because the indexes need them. */
  readonly botType?: number;
  readonly ownerId?: UserId;
  readonly keyGeneration: number;
  /** The generation of the token of an outgoing webhook. */
  readonly tokenGeneration: number;
  readonly fullName: string;
  /** The position of the event that replaced an earlier name with this one. Absent if there was no earlier name. */
  readonly renamedAt?: number;
  readonly email: string;
  readonly emailKey: string;
  readonly timezone: string;
  readonly avatarVersion: number;
  /** Null or absent: clients show a gravatar. */
  readonly avatar?: Avatar | null;
  /** Maps a field id to the user's value. The values of deleted fields are kept, but never shown. */
  readonly profile: Readonly<Record<string, ProfileValue>>;
};

export const userDocumentId = (realmId: number, userId: number): string => `${realmId}.${userId}`;

const nameFields = ({ fullName, email }: { readonly fullName: string; readonly email: string }) => ({
  fullName,
  email,
  emailKey: foldCase(email),
});

const newUser = (realmId: number, userId: UserId): UserDocument => ({
  realmId,
  userId,
  role: member,
  active: false,
  createdAt: 0,
  bot: null,
  keyGeneration: 1,
  tokenGeneration: 1,
  ...nameFields(erasedPerson(userId)),
  timezone: '',
  avatarVersion: 1,
  profile: {},
});

type UserEvent =
  | 'PersonDescribed'
  | 'FullNameChanged'
  | 'AvatarChanged'
  | 'PersonErased'
  | 'TimezoneChanged'
  | 'ProfileDataChanged'
  | 'UserCreated'
  | 'UserRoleChanged'
  | 'UserDeactivated'
  | 'UserReactivated'
  | 'BotOwnerChanged'
  | 'BotServiceChanged'
  | 'BotDefaultsChanged'
  | 'ApiKeyRotated';

const ofUser = ({ realmId, data }: Recorded<UserEvent>): string => userDocumentId(realmId, data.userId);

const changes = changesOf<UserDocument, UserEvent>(ofUser);

/** Creates an unknown user first. */
const begins = changesOf<UserDocument, UserEvent>(ofUser, ({ realmId, data }) => newUser(realmId, data.userId));

const withBot = (bot: BotAccount | null): Partial<UserDocument> => ({
  bot,
  ...(bot === null ? {} : { botType: bot.type }),
  ...(bot === null || bot.ownerId === null ? {} : { ownerId: bot.ownerId }),
});

/** The number of periods that are kept. */
const periodsMax = 20;

/** The periods after the user has become a guest, or ceased to be one. If there are too many, the oldest two count as one. */
function guestDuring({ role, guestDuring: before = [] }: UserDocument, at: Millis): readonly Period[] {
  const [first = [at, null], second = first, ...rest] = before;
  if (role === guest) return [...before.slice(0, -1), [before.at(-1)?.[0] ?? 0, at]];
  return [...(before.length < periodsMax ? before : [[first[0], second[1]] as const, ...rest]), [at, null]];
}

export const users = defineProjection<UserDocument>({
  name: 'users',
  version: 7,
  indexes: {
    byId: ['realmId', 'listedId'],
    byEmail: ['realmId', 'emailKey', 'listedId'],
    bots: ['realmId', 'botType', 'listedId'],
    byOwner: ['realmId', 'ownerId', 'listedId'],
  },
  on: {
    PersonDescribed: begins(({ data, position }, before) => ({
      ...nameFields(data),
      ...(before.fullName === erasedPerson(data.userId).fullName ? {} : { renamedAt: position }),
      timezone: data.timezone,
    })),
    PersonErased: {
      reads: (event) => [ofUser(event)],
      apply: ({ realmId, data }, own) => {
        const { userId } = data;
        const id = userDocumentId(realmId, userId);
        // Equals the document of a person without any data, so that a fold without the erased events gives the same result.
        const { avatar: _, renamedAt: __, ...before } = own.get(id) ?? newUser(realmId, userId);
        const { timezone, avatarVersion, profile } = newUser(realmId, userId);
        const erased = { ...nameFields(data), timezone, avatarVersion, profile };
        return [{ op: 'put', id, document: { ...before, ...erased } }];
      },
    },
    // A person was recorded, but no account was created for them.
    EventsWithdrawn: {
      apply: ({ realmId, stream }) => {
        const userId = personIn(stream);
        return userId === undefined ? [] : [{ op: 'remove', id: userDocumentId(realmId, userId) }];
      },
    },
    UserCreated: begins(({ data, metadata }) => ({
      listedId: data.userId,
      role: data.role,
      active: true,
      createdAt: metadata.at,
      ...(data.role === guest && { guestDuring: [[0, null]] }),
      ...withBot(data.bot),
    })),
    UserRoleChanged: changes(({ data: { role }, metadata: { at } }, before) => ({
      role,
      ...((role === guest) !== (before.role === guest) && { guestDuring: guestDuring(before, at) }),
    })),
    UserDeactivated: changes(() => ({ active: false })),
    UserReactivated: changes(() => ({ active: true })),
    ApiKeyRotated: changes(({ data: { generation, tokenGeneration } }) => ({
      keyGeneration: generation,
      ...(tokenGeneration === undefined ? {} : { tokenGeneration }),
    })),
    BotOwnerChanged: changes(({ data }, { bot }) => (bot ? withBot({ ...bot, ownerId: data.ownerId }) : {})),
    BotServiceChanged: changes(({ data }, { bot }) => (bot ? withBot({ ...bot, service: data.service }) : {})),
    BotDefaultsChanged: changes(({ data }, { bot }) => (bot ? withBot({ ...bot, defaults: data.defaults }) : {})),
    AvatarChanged: changes(({ data: { userId, version, avatar }, realmId }) => ({
      avatarVersion: version,
      avatar: avatar && { ...avatar, path: avatarPath(realmId, userId, avatar.token) },
    })),
    TimezoneChanged: changes(({ data }) => ({ timezone: data.timezone })),
    FullNameChanged: changes(({ data, position }) => ({
      fullName: data.fullName,
      renamedAt: position,
    })),
    ProfileDataChanged: changes(({ data }, { profile }) => {
      const values = { ...profile };
      for (const { fieldId, value, rendered } of data.values) {
        if (value === null) delete values[fieldId];
        else values[fieldId] = { value, ...(rendered === undefined ? {} : { rendered }) };
      }
      return { profile: values };
    }),
  },
});
