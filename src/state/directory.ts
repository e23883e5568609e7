/** State of `directory-…`: accounts, their roles, and which addresses are taken. */

import type { BotAccount } from '../vocabulary/events/directory.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { Millis, UserId } from '../vocabulary/ids.ts';
import { guest, isAdministrator, owner, type Role } from '../vocabulary/roles.ts';

export type Account = {
  readonly userId: UserId;
  readonly role: Role;
  readonly active: boolean;
  readonly bot: BotAccount | null;
  readonly createdAt: Millis;
  /** Which API key is the valid one; the first is 1. */
  readonly keyGeneration: number;
};

export type Directory = {
  accounts: Map<UserId, Account>;
  /** Fingerprint of an address → whose it is. Deactivated users keep theirs. */
  addresses: Map<string, UserId>;
  userIdMax: number;
  /** Where roles changed lately, newest last: what an account was as of an earlier event. */
  changes: { position: number; userId: UserId; before: Account }[];
};

export const noDirectory = (): Directory => ({ accounts: new Map(), addresses: new Map(), userIdMax: 0, changes: [] });

/** How many recent changes are kept; older audiences are asked of the account as it is. */
const changesMax = 10_000;

export function evolveDirectory(directory: Directory, event: Recorded): void {
  switch (event.type) {
    case 'UserCreated': {
      const { userId, role, addressFingerprint, bot } = event.data;
      directory.accounts.set(userId, {
        userId,
        role,
        active: true,
        bot,
        createdAt: event.metadata.at,
        keyGeneration: 1,
      });
      directory.addresses.set(addressFingerprint, userId);
      directory.userIdMax = Math.max(directory.userIdMax, userId);
      break;
    }
    case 'UserRoleChanged':
      change(directory, event, { role: event.data.role });
      break;
    case 'UserDeactivated':
      change(directory, event, { active: false });
      break;
    case 'UserReactivated':
      change(directory, event, { active: true });
      break;
    case 'ApiKeyRotated':
      change(directory, event, { keyGeneration: event.data.generation });
      break;
    case 'BotOwnerChanged': {
      const bot = directory.accounts.get(event.data.userId)?.bot;
      if (bot) change(directory, event, { bot: { ...bot, ownerId: event.data.ownerId } });
      break;
    }
    case 'BotServiceChanged': {
      const bot = directory.accounts.get(event.data.userId)?.bot;
      if (bot) change(directory, event, { bot: { ...bot, service: event.data.service } });
      break;
    }
  }
}

function change(directory: Directory, event: Recorded & { data: { userId: UserId } }, what: Partial<Account>): void {
  const before = directory.accounts.get(event.data.userId);
  if (!before) return;
  directory.accounts.set(before.userId, { ...before, ...what });
  directory.changes.push({ position: event.position, userId: before.userId, before });
  if (directory.changes.length > 2 * changesMax) directory.changes.splice(0, changesMax);
}

export const isActive = (directory: Directory, userId: UserId): boolean =>
  directory.accounts.get(userId)?.active ?? false;

/** A person, a generic bot or a service bot may act as administrator only by role. */
export const isAdmin = (account: Account | undefined): boolean =>
  account !== undefined && isAdministrator(account.role);

export const isGuest = (account: Account | undefined): boolean => account?.role === guest;

/** Active human owners: an organization is never without one. */
export const activeOwners = (directory: Directory): Account[] =>
  [...directory.accounts.values()].filter(
    (account) => account.role === owner && account.active && account.bot === null,
  );

/** The account as it was right after the event at `position`. */
export function accountAt(directory: Directory, userId: UserId, position: number): Account | undefined {
  if ((directory.changes.at(-1)?.position ?? 0) <= position) return directory.accounts.get(userId);
  const later = directory.changes.find((entry) => entry.userId === userId && entry.position > position);
  return later ? later.before : directory.accounts.get(userId);
}
