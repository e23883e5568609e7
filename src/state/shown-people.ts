/** People as others see them, from the folded state, and the users of addresses. */
import { erasedPerson } from '../vocabulary/erased-person.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { type Addressing, areForAdministrators, areHidden, shown, standsForUser } from '../vocabulary/shown-email.ts';
import { isHumanAdministrator } from './channel-knowledge.ts';
import { described, type Person } from './people.ts';
import type { RealmState } from './realm-state.ts';

const addressingIn = ({ realm }: Pick<RealmState, 'realm'>): Addressing => ({
  visibility: realm.settings.email_address_visibility,
  emailDomain: realm.emailDomain,
});

type Known = Pick<RealmState, 'realm' | 'people' | 'directory'>;

/**
 * Undefined if there is no such account yet. An erased person also has the name of an erased person before the erasure, because the log does
 * not have the earlier names any more.
 */
export function shownPerson(state: Known, userId: UserId): (Person & { readonly deliveryEmail?: string }) | undefined {
  const account = state.directory.accounts.get(userId);
  const person = state.people.byId.get(userId) ?? (account && described({ userId, ...erasedPerson(userId) }));
  if (!person || !areHidden(addressingIn(state)) || (account?.bot ?? null) !== null) return person;
  return shown({ ...person, bot: null }, addressingIn(state));
}

export const seesHiddenAddresses = (state: Known, userId: UserId): boolean =>
  areForAdministrators(addressingIn(state)) && isHumanAdministrator(state.directory.accounts.get(userId));

export const shownEmailOf = (state: Known, userId: UserId): string => shownPerson(state, userId)?.email ?? '';

/** The user who is shown under the address. A real address that is hidden finds nobody, so that nobody learns whose it is. */
export function userShownAt(
  state: Known,
  address: string,
  fingerprint: (address: string) => string,
): UserId | undefined {
  const { accounts, addresses } = state.directory;
  const userId = addresses.get(fingerprint(address));
  if (!areHidden(addressingIn(state))) return userId;
  const account = accounts.get(standsForUser(address, addressingIn(state)) ?? (0 as UserId));
  if (account?.bot === null) return account.userId;
  return userId !== undefined && accounts.get(userId)?.bot ? userId : undefined;
}

/** The users by the addresses under which they are shown, compared without case. */
export function usersByShownAddress(state: Known): ReadonlyMap<string, UserId> {
  const users = new Map<string, UserId>();
  for (const userId of state.directory.accounts.keys()) {
    const person = shownPerson(state, userId);
    if (person) users.set(foldCase(person.email), userId);
  }
  return users;
}
