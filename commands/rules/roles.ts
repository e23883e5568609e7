/** Rules for changing a role: only owners may appoint or demote owners, and an organization always has one. */
import type { Actor } from '../../src/define/command.ts';
import { type Account, activeOwners } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { guest, isAdministrator, owner, type Role } from '../../src/vocabulary/roles.ts';
import { actsAsOwner } from './acting.ts';

export const roleRefusals = ['bot-role-fixed', 'owner-required', 'last-owner-role', 'guest-not-administrator'] as const;

/** `actor` must be an administrator. */
export function roleRefusal(
  state: RealmState,
  actor: Actor,
  target: Account,
  role: Role,
): RefusalIn<typeof roleRefusals> | undefined {
  if (role === target.role) return undefined;
  if (target.bot) return { code: 'bot-role-fixed' };
  if ((role === owner || target.role === owner) && !actsAsOwner(state, actor)) return { code: 'owner-required' };
  if (isOnlyOwner(state, target)) return { code: 'last-owner-role' };
  // A guest must become a member first, because a guest sees less than a member.
  if (target.role === guest && isAdministrator(role)) return { code: 'guest-not-administrator' };
  return undefined;
}

export function isOnlyOwner(state: RealmState, account: Account): boolean {
  const owners = activeOwners(state.directory);
  return owners.length === 1 && owners[0]?.userId === account.userId;
}
