/** Random writes about accounts: their roles, and whether they are active. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import { type Given, testNow } from './given.ts';
import * as writes from './writes.ts';

export function roleGiven(state: RealmState, id: number, role: Role): Given[] {
  const previous = state.directory.accounts.get(id as UserId)?.role;
  return previous === undefined || previous === role ? [] : [writes.roleChanged(id, role, previous)];
}

export const activity = (state: RealmState, id: number): Given[] =>
  state.directory.accounts.get(id as UserId)?.active ? [writes.deactivated(id)] : [writes.reactivated(id)];

/** One of three clients of a user reports its presence, one to three minutes after the last report of anybody. */
export function presenceOf({ presence }: RealmState, id: number, which: number, c: number): Given {
  const stored = [...presence.values()].flat();
  const at = Math.max(testNow - 9_000_000, ...stored.map((one) => one.at)) + ((c % 3) + 1) * 60_000;
  const client = `client ${which % 3}`;
  const others = (presence.get(id as UserId) ?? []).filter((one) => one.client !== client);
  return writes.presenceTold(id, ...others, { client, status: c % 2 === 0 ? 'active' : 'idle', at });
}

/** Addresses of people are hidden, or shown again. */
export function visibilityChanged({ realm, directory }: RealmState): Given[] {
  const visibility = realm.settings.email_address_visibility === 1 ? 4 : 1;
  const humans = [...directory.accounts.values()].filter(({ bot }) => bot === null).map(({ userId }) => userId);
  return [writes.settingsChanged({ email_address_visibility: visibility }), writes.addressesShown(humans, visibility)];
}
