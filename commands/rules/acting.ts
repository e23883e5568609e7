/** Permissions by role. The actor null is the service itself, which may do everything. */
import type { Actor } from '../../src/define/command.ts';
import { type Account, isAdmin } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { owner } from '../../src/vocabulary/roles.ts';

export const accountOf = (state: RealmState, actor: Actor): Account | undefined =>
  actor === null ? undefined : state.directory.accounts.get(actor);

/** Owners are administrators, too. */
export const actsAsAdministrator = (state: RealmState, actor: Actor): boolean =>
  actor === null || isAdmin(accountOf(state, actor));

export const actsAsOwner = (state: RealmState, actor: Actor): boolean =>
  actor === null || accountOf(state, actor)?.role === owner;

/** Users may change only their own settings; administrators are no exception. */
export const actsFor = (actor: Actor, userId: UserId): boolean => actor === null || actor === userId;
