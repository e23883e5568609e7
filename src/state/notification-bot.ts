/** The Notification Bot, which tells users what happened in their organization. */
import type { UserId } from '../vocabulary/ids.ts';
import { notificationBotLocalPart, systemBotAddress } from '../vocabulary/system-bots.ts';
import type { RealmState } from './realm-state.ts';

/** The bot's user id; undefined in an organization that has no such bot, where nothing is announced. */
export function notificationBot(state: RealmState): UserId | undefined {
  const email = systemBotAddress(notificationBotLocalPart, state.realm.emailDomain);
  for (const account of state.directory.accounts.values())
    if (account.bot?.ownerId === null && state.people.byId.get(account.userId)?.email === email) return account.userId;
  return undefined;
}
