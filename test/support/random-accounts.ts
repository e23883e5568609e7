/** Random writes about accounts: their roles, and whether they are active. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import type { Given } from './given.ts';
import * as writes from './writes.ts';

export function roleGiven(state: RealmState, id: number, role: Role): Given[] {
  const previous = state.directory.accounts.get(id as UserId)?.role;
  return previous === undefined || previous === role ? [] : [writes.roleChanged(id, role, previous)];
}

export const activity = (state: RealmState, id: number): Given[] =>
  state.directory.accounts.get(id as UserId)?.active ? [writes.deactivated(id)] : [writes.reactivated(id)];
