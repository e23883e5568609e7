/** The users whose subscriptions change: named by id or by e-mail address, or the requester. */
import { z } from 'zod';
import type { Actor } from '../../src/define/command.ts';
import { listToFirstFault } from '../../src/define/first-fault.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { userShownAt, usersByShownAddress } from '../../src/state/shown-people.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';

/** Absent or empty means the requester. */
export const Principals = z.union([listToFirstFault(z.array(z.int())), listToFirstFault(z.array(z.string()))]);
export type Principals = z.infer<typeof Principals>;

/** Finding one user by the fingerprint of an address takes as long as listing this many users. */
const usersPerFingerprint = 10;

/** A longer text cannot be an address. It is refused first, because folding and hashing a megabyte takes long. */
const isTooLong = (address: string): boolean => address.length > 2 * limits.emailLengthMax;

/** The active users, without duplicates, in the order in which they were named. */
export function resolvePrincipals(
  state: RealmState,
  principals: Principals | undefined,
  actor: Actor,
  fingerprint: (address: string) => string,
): { readonly userIds: readonly UserId[] } | { readonly refusal: Refusal<'principal-unknown'> } {
  if (principals === undefined || principals.length === 0) return { userIds: actor === null ? [] : [actor] };
  const userIds = new Set<UserId>();
  // One address may be named twenty thousand times, in upper or lower case.
  const distinct = new Map<string | number, string | number>();
  for (const one of principals) {
    const key = typeof one === 'string' && !isTooLong(one) ? foldCase(one.trim()) : one;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  const areMany = distinct.size * usersPerFingerprint > state.directory.accounts.size;
  const shown = areMany && typeof principals[0] === 'string' ? usersByShownAddress(state) : undefined;
  const userNamed = (key: string | number, principal: string | number): UserId | undefined => {
    if (typeof principal === 'number') return principal as UserId;
    return isTooLong(principal) ? undefined : (shown?.get(String(key)) ?? userShownAt(state, principal, fingerprint));
  };
  for (const [key, principal] of distinct) {
    const userId = userNamed(key, principal);
    const account = userId === undefined ? undefined : state.directory.accounts.get(userId);
    if (!account?.active || isSystemBot(account))
      return { refusal: { code: 'principal-unknown', principal: String(principal) } };
    userIds.add(account.userId);
  }
  return { userIds: [...userIds] };
}

/** One request may change a limited number of subscriptions: the product of streams and users. */
export const tooManySubscriptions = (channels: number, users: number): Refusal<'subscriptions-too-many'> | undefined =>
  channels * users > limits.subscriptionsPerRequestMax
    ? { code: 'subscriptions-too-many', max: limits.subscriptionsPerRequestMax }
    : undefined;
