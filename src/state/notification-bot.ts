/** The system bots that write messages: the Notification Bot reports events to users, and the Welcome Bot greets new users. */
import type { UserId } from '../vocabulary/ids.ts';
import { notificationBotLocalPart, systemBotAddress, welcomeBotLocalPart } from '../vocabulary/system-bots.ts';
import type { RealmState } from './realm-state.ts';

/** The bot's user id. Undefined in an organization without the bot, which has no announcements. */
export const notificationBot = (state: RealmState): UserId | undefined => systemBot(state, notificationBotLocalPart);

/** The bot's user id. Undefined in an organization without the bot, which greets nobody. */
export const welcomeBot = (state: RealmState): UserId | undefined => systemBot(state, welcomeBotLocalPart);

function systemBot(state: RealmState, localPart: string): UserId | undefined {
  const email = systemBotAddress(localPart, state.realm.emailDomain);
  for (const account of state.directory.accounts.values())
    if (account.bot?.ownerId === null && state.people.byId.get(account.userId)?.email === email) return account.userId;
  return undefined;
}
