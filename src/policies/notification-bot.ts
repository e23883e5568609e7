/** The bot that tells people what the organization did. */
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { notificationBotLocalPart, systemBotAddress } from '../vocabulary/system-bots.ts';

/** Undefined in an organization without one: then nothing is told. */
export function notificationBot(state: RealmState): UserId | undefined {
  const email = systemBotAddress(notificationBotLocalPart, state.realm.emailDomain);
  for (const account of state.directory.accounts.values())
    if (account.bot?.ownerId === null && state.people.byId.get(account.userId)?.email === email) return account.userId;
  return undefined;
}
