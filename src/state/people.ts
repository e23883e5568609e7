/** Names, addresses and profiles of users and bots. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import { erasedPerson } from '../vocabulary/erased-person.ts';
import { foldName } from '../vocabulary/fold-case.ts';
import type { ProfileFieldId, RealmId, UserId } from '../vocabulary/ids.ts';
import { type Avatar, avatarPath } from '../vocabulary/images.ts';
import { personIn } from '../vocabulary/log-streams.ts';
import { isSystemBotAddress } from '../vocabulary/system-bots.ts';
import type { Directory } from './directory.ts';

export type Person = {
  readonly userId: UserId;
  readonly fullName: string;
  readonly email: string;
  readonly timezone: string;
  readonly avatarVersion: number;
  /** Absent if clients show a gravatar. */
  readonly avatar?: Avatar;
  readonly profile: ReadonlyMap<ProfileFieldId, string>;
  /** The HTML of profile values whose field type is markdown. */
  readonly renderedProfile: ReadonlyMap<ProfileFieldId, string>;
};

export type People = {
  byId: Map<UserId, Person>;
  /** Maps a case-folded full name to the users with that name, in the order in which they took it. */
  byName: Map<string, readonly UserId[]>;
};

/** Whether the person's data were erased, and none were recorded since. */
export const isErased = ({ byId }: People, userId: UserId): boolean =>
  byId.get(userId)?.email === erasedPerson(userId).email;

/** Empty if nobody is known by this id. */
export const fullNameOf = ({ people }: { readonly people: People }, userId: UserId): string =>
  people.byId.get(userId)?.fullName ?? '';

/** A person with only these data. */
export const described = ({
  userId,
  fullName,
  email,
  timezone = '',
}: Pick<Person, 'userId' | 'fullName' | 'email'> & { readonly timezone?: string }): Person => ({
  userId,
  fullName,
  email,
  timezone,
  avatarVersion: 1,
  profile: new Map(),
  renderedProfile: new Map(),
});

export const peopleState: StatePart<People> = {
  initial: () => ({ byId: new Map(), byName: new Map() }),
  on: {
    PersonDescribed(event, people) {
      const { userId, fullName } = event.data;
      people.byId.set(userId, described(event.data));
      addName(people, userId, fullName);
    },
    PersonErased({ data: { userId, fullName, email } }, people) {
      const before = people.byId.get(userId);
      if (before) removeName(people, userId, before.fullName);
      people.byId.set(userId, described({ userId, fullName, email }));
      addName(people, userId, fullName);
    },
    // A person was recorded, but no account could be created for them.
    EventsWithdrawn({ stream }, people) {
      const person = people.byId.get(personIn(stream) as UserId);
      if (!person) return;
      people.byId.delete(person.userId);
      removeName(people, person.userId, person.fullName);
    },
    FullNameChanged(event, people) {
      const person = people.byId.get(event.data.userId);
      if (!person) return;
      people.byId.set(person.userId, { ...person, fullName: event.data.fullName });
      removeName(people, person.userId, person.fullName);
      addName(people, person.userId, event.data.fullName);
    },
    AvatarChanged({ data: { userId, version, avatar }, realmId }, people) {
      const { avatar: _, ...person } = people.byId.get(userId) ?? {};
      if (!('userId' in person)) return;
      const now = avatar ? { avatar: { ...avatar, path: avatarPath(realmId, userId, avatar.token) } } : {};
      people.byId.set(userId, { ...person, avatarVersion: version, ...now });
    },
    TimezoneChanged: ({ data: { userId, timezone } }, { byId }) => changeEntry(byId, userId, () => ({ timezone })),
    ProfileDataChanged(event, people) {
      const person = people.byId.get(event.data.userId);
      if (!person) return;
      const profile = new Map(person.profile);
      const renderedProfile = new Map(person.renderedProfile);
      for (const { fieldId, value, rendered } of event.data.values) {
        if (value === null) profile.delete(fieldId);
        else profile.set(fieldId, value);
        if (value === null || rendered === undefined) renderedProfile.delete(fieldId);
        else renderedProfile.set(fieldId, rendered);
      }
      people.byId.set(person.userId, { ...person, profile, renderedProfile });
    },
  },
};

/**
 * The people without an account, of all organizations. In one whose creation was interrupted, that is its founder; its system bots get their
 * accounts when the creation is finished.
 */
export function peopleWithoutAccount({
  realms,
  importing,
}: {
  readonly realms: ReadonlyMap<
    RealmId,
    { readonly people: People; readonly directory: Directory; readonly realm: { readonly emailDomain: string } }
  >;
  readonly importing: Pick<ReadonlySet<RealmId>, 'has'>;
}): { readonly realmId: RealmId; readonly userId: UserId }[] {
  return [...realms].flatMap(([realmId, { people, directory, realm }]) => {
    const { accounts } = directory;
    // Everybody who has an account is among the people.
    if (importing.has(realmId) || people.byId.size === accounts.size) return [];
    return [...people.byId.values()]
      .filter(({ userId, email }) => !accounts.has(userId) && !isSystemBotAddress(email, realm.emailDomain))
      .map(({ userId }) => ({ realmId, userId }));
  });
}

function addName(people: People, userId: UserId, fullName: string): void {
  const key = foldName(fullName);
  people.byName.set(key, [...(people.byName.get(key) ?? []), userId]);
}

function removeName(people: People, userId: UserId, fullName: string): void {
  const key = foldName(fullName);
  const others = (people.byName.get(key) ?? []).filter((id) => id !== userId);
  if (others.length > 0) people.byName.set(key, others);
  else people.byName.delete(key);
}
