/** The system bots of an organization. Their addresses are at its own e-mail domain. */
import type { BotAccount } from './events/directory.ts';

export const notificationBotLocalPart = 'notification-bot';
export const welcomeBotLocalPart = 'welcome-bot';

/** In the order in which they are created. */
export const systemBots = [
  { localPart: notificationBotLocalPart, fullName: 'Notification Bot' },
  { localPart: welcomeBotLocalPart, fullName: 'Welcome Bot' },
] as const;

/** Whether it is a system bot. A system bot has no owner: nobody may change it, subscribe it or act on its behalf. */
export const isSystemBot = (account: { readonly bot: BotAccount | null }): boolean =>
  account.bot !== null && account.bot.ownerId === null;

export const systemBotAddress = (localPart: string, emailDomain: string): string => `${localPart}@${emailDomain}`;

export const isSystemBotAddress = (email: string, emailDomain: string): boolean =>
  systemBots.some(({ localPart }) => systemBotAddress(localPart, emailDomain) === email);
