/** State of `person-…`: names and addresses, as decisions and deliveries need them. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ProfileFieldId, UserId } from '../vocabulary/ids.ts';
import { foldCase } from '../vocabulary/places.ts';

export type Person = {
  readonly userId: UserId;
  readonly fullName: string;
  readonly email: string;
  readonly timezone: string;
  readonly avatarVersion: number;
  readonly profile: ReadonlyMap<ProfileFieldId, string>;
  /** The same as HTML, where the field is markdown. */
  readonly renderedProfile: ReadonlyMap<ProfileFieldId, string>;
};

export type People = {
  byId: Map<UserId, Person>;
  /** Folded full name → everyone of that name, in order of their coming. */
  byName: Map<string, readonly UserId[]>;
};

export const noPeople = (): People => ({ byId: new Map(), byName: new Map() });

export function evolvePeople(people: People, event: Recorded): void {
  switch (event.type) {
    case 'PersonDescribed': {
      const { userId, fullName, email, timezone } = event.data;
      const nothing = { profile: new Map(), renderedProfile: new Map() };
      people.byId.set(userId, { userId, fullName, email, timezone, avatarVersion: 1, ...nothing });
      named(people, userId, undefined, fullName);
      break;
    }
    case 'FullNameChanged': {
      const person = people.byId.get(event.data.userId);
      if (!person) break;
      people.byId.set(person.userId, { ...person, fullName: event.data.fullName });
      named(people, person.userId, person.fullName, event.data.fullName);
      break;
    }
    case 'ProfileDataChanged': {
      const person = people.byId.get(event.data.userId);
      if (!person) break;
      const profile = new Map(person.profile);
      const renderedProfile = new Map(person.renderedProfile);
      for (const { fieldId, value, rendered } of event.data.values) {
        if (value === null) profile.delete(fieldId);
        else profile.set(fieldId, value);
        if (value === null || rendered === undefined) renderedProfile.delete(fieldId);
        else renderedProfile.set(fieldId, rendered);
      }
      people.byId.set(person.userId, { ...person, profile, renderedProfile });
      break;
    }
  }
}

function named(people: People, userId: UserId, before: string | undefined, after: string): void {
  if (before !== undefined) {
    const key = foldCase(before);
    const others = (people.byName.get(key) ?? []).filter((id) => id !== userId);
    if (others.length > 0) people.byName.set(key, others);
    else people.byName.delete(key);
  }
  const key = foldCase(after);
  people.byName.set(key, [...(people.byName.get(key) ?? []), userId]);
}
