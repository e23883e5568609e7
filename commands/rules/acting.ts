/** What somebody may do by who they are (spec, Authentication 5). The service itself (no actor) may do everything. */
import type { Actor } from '../../src/define/command.ts';
import { type Account, isAdmin } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { owner } from '../../src/vocabulary/roles.ts';

/** The account of whoever acts; undefined for the service itself. */
export const accountOf = (state: RealmState, actor: Actor): Account | undefined =>
  actor === null ? undefined : state.directory.accounts.get(actor);

/** Owners are administrators too. */
export const actsAsAdministrator = (state: RealmState, actor: Actor): boolean =>
  actor === null || isAdmin(accountOf(state, actor));

export const actsAsOwner = (state: RealmState, actor: Actor): boolean =>
  actor === null || accountOf(state, actor)?.role === owner;

/** Own settings are one's own: not even an administrator changes another's. */
export const actsFor = (actor: Actor, userId: UserId): boolean => actor === null || actor === userId;
