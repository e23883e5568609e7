/** The bots that speak for an organization itself (api-facts §14, §0.2a): they live at its own e-mail domain. */
import type { BotAccount } from './events/directory.ts';

export const notificationBotLocalPart = 'notification-bot';

/** In the order in which they are created. */
export const systemBots = [
  { localPart: notificationBotLocalPart, fullName: 'Notification Bot' },
  { localPart: 'welcome-bot', fullName: 'Welcome Bot' },
] as const;

/** Nobody's bot: nobody may change it, subscribe it or act on its behalf. */
export const isSystemBot = (account: { readonly bot: BotAccount | null }): boolean =>
  account.bot !== null && account.bot.ownerId === null;

export const systemBotAddress = (localPart: string, emailDomain: string): string => `${localPart}@${emailDomain}`;
