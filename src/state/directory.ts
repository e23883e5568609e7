/** The accounts of users and bots: their roles, whether they are active, and the taken addresses. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { BotAccount, BotDefaults } from '../vocabulary/events/directory.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { Millis, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { guest, isAdministrator, owner, type Role } from '../vocabulary/roles.ts';

export type Account = {
  readonly userId: UserId;
  readonly role: Role;
  readonly active: boolean;
  readonly bot: BotAccount | null;
  /** The user who made a bot, whoever owns it now. Absent for people and for bots of the service. */
  readonly madeBy?: UserId;
  readonly createdAt: Millis;
  /** The generation of the valid API key, from 1. */
  readonly keyGeneration: number;
  /**
   * Present if the server of an outgoing-webhook bot could not be reached: the number of consecutive failures. It is not called before
   * `restsUntil`.
   */
  readonly outage?: { readonly failures: number; readonly restsUntil: Millis } | undefined;
  /** The times of the latest wrong passwords for the account, oldest first. */
  readonly signInFailures?: readonly Millis[];
  /** The generation of the token of an outgoing webhook, from 1. */
  readonly tokenGeneration: number;
};

export type Directory = {
  accounts: Map<UserId, Account>;
  /** Maps the fingerprint of an address to its user. A deactivated user keeps the address. */
  addresses: Map<string, UserId>;
  withDefaultStream: Set<UserId>;
  userIdMax: number;
  /**
   * The latest changes of accounts, newest last, each with the account before it. From these, the account at an earlier event can be found.
   */
  changes: { position: number; userId: UserId; before: Account }[];
};

export const directoryState: StatePart<Directory> = {
  initial: () => ({
    accounts: new Map(),
    addresses: new Map(),
    withDefaultStream: new Set(),
    userIdMax: 0,
    changes: [],
  }),
  on: {
    UserCreated(event, directory) {
      const { userId, role, addressFingerprint, bot } = event.data;
      putAccount(directory, {
        userId,
        role,
        active: true,
        bot,
        ...(bot?.ownerId != null && { madeBy: bot.ownerId }),
        createdAt: event.metadata.at,
        keyGeneration: 1,
        tokenGeneration: 1,
      });
      directory.addresses.set(addressFingerprint, userId);
      directory.userIdMax = Math.max(directory.userIdMax, userId);
    },
    AddressesCarriedOver({ data }, directory) {
      for (const { userId, from, to } of data.addresses) {
        directory.addresses.delete(from);
        directory.addresses.set(to, userId);
      }
    },
    UserRoleChanged: (event, directory) => change(directory, event, { role: event.data.role }),
    UserDeactivated: (event, directory) => change(directory, event, { active: false }),
    UserReactivated: (event, directory) => change(directory, event, { active: true }),
    ApiKeyRotated(event, directory) {
      const { generation, tokenGeneration } = event.data;
      const token = tokenGeneration === undefined ? {} : { tokenGeneration };
      change(directory, event, { keyGeneration: generation, ...token });
    },
    BotOwnerChanged(event, directory) {
      const bot = directory.accounts.get(event.data.userId)?.bot;
      if (bot) change(directory, event, { bot: { ...bot, ownerId: event.data.ownerId } });
    },
    BotServiceChanged(event, directory) {
      const bot = directory.accounts.get(event.data.userId)?.bot;
      // Another address means another server.
      if (bot) change(directory, event, { bot: { ...bot, service: event.data.service }, outage: undefined });
    },
    BotDefaultsChanged(event, directory) {
      const { userId, defaults } = event.data;
      const bot = directory.accounts.get(userId)?.bot;
      if (!bot) return;
      directory.withDefaultStream.delete(userId);
      change(directory, event, { bot: { ...bot, defaults } });
    },
    // These add nothing to `changes`, because the failures and the outage at an earlier event are never needed.
    SignInFailed: ({ data: { userId }, metadata: { at } }, { accounts }) =>
      changeEntry(accounts, userId, ({ signInFailures = [] }) => ({
        signInFailures: [...signInFailures, at].slice(-limits.signInFailuresMax),
      })),
    BotServerFailed: ({ data: { userId, failures, restsUntil } }, { accounts }) =>
      changeEntry(accounts, userId, () => ({ outage: { failures, restsUntil } })),
    BotServerAnswered: ({ data: { userId } }, { accounts }) =>
      changeEntry(accounts, userId, () => ({ outage: undefined })),
  },
};

export function putAccount(directory: Directory, account: Account): void {
  directory.accounts.set(account.userId, account);
  if (hasDefaultStream(account.bot?.defaults)) directory.withDefaultStream.add(account.userId);
}

export const hasDefaultStream = (defaults: BotDefaults | undefined): boolean =>
  defaults !== undefined && (defaults.sendingChannelId !== null || defaults.registerChannelId !== null);

function change(directory: Directory, event: Recorded & { data: { userId: UserId } }, what: Partial<Account>): void {
  const before = directory.accounts.get(event.data.userId);
  if (!before) return;
  putAccount(directory, { ...before, ...what });
  directory.changes.push({ position: event.position, userId: before.userId, before });
  if (directory.changes.length > 2 * limits.accountChangesMax) directory.changes.splice(0, limits.accountChangesMax);
}

/**
 * The times of wrong passwords that still count. If a clock was ahead, they may be in the future. Those far in the future do not count yet.
 */
export const recentSignInFailures = ({ signInFailures = [] }: Account, now: Millis): readonly Millis[] =>
  signInFailures.filter((at) => Math.abs(now - at) < limits.signInFailureSecs * 1000);

/**
 * The user whose limits apply to what this user makes. For a bot, that is the user who made it. So nobody gets a larger limit by making
 * bots, and nobody uses up the limits of others by giving bots away.
 */
export const accountable = ({ accounts }: Pick<Directory, 'accounts'>, userId: UserId): UserId =>
  accounts.get(userId)?.madeBy ?? userId;

export const isActive = (directory: Directory, userId: UserId): boolean =>
  directory.accounts.get(userId)?.active ?? false;

/** Whether the account has an administrator's role, which bots may have as well as people. */
export const isAdmin = (account: Account | undefined): boolean =>
  account !== undefined && isAdministrator(account.role);

export const isGuest = (account: Account | undefined): boolean => account?.role === guest;

/** The active owners who are people. An organization always has at least one. */
export const activeOwners = (directory: Directory): Account[] =>
  [...directory.accounts.values()].filter(
    (account) => account.role === owner && account.active && account.bot === null,
  );

export const botsOf = ({ accounts }: Directory, userId: UserId): Account[] =>
  [...accounts.values()].filter(({ bot }) => bot?.ownerId === userId);

/** The bots of other owners. Administrators see them, but other people do not. */
export function botsOfOthers({ accounts }: Directory, userId: UserId): UserId[] {
  const botIds: UserId[] = [];
  for (const { userId: botId, bot } of accounts.values())
    if (bot?.ownerId != null && bot.ownerId !== userId) botIds.push(botId);
  return botIds;
}

/** The account as it was right after the event at `position`. */
export function accountAt(directory: Directory, userId: UserId, position: number): Account | undefined {
  if ((directory.changes.at(-1)?.position ?? 0) <= position) return directory.accounts.get(userId);
  const later = directory.changes.find((entry) => entry.userId === userId && entry.position > position);
  return later ? later.before : directory.accounts.get(userId);
}
