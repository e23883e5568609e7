/** Bots as their owners and administrators see them (api-facts §2.5), and as GET /bots lists them (§7). */

import type { UserId } from '../vocabulary/ids.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { avatarUrl } from './avatar.ts';
import type { UserFacts } from './user.ts';

export type BotFacts = UserFacts & { readonly keyGeneration: number };

/** What is derived from the server's secret, for the bots of one organization. */
export type BotKeys = {
  readonly apiKey: (bot: UserId, generation: number) => string;
  readonly token: (bot: UserId) => string;
};

/** No bot has defaults of its own yet. */
export const sendingDefaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
} as const;

/** A row of `realm_bots`. `clientGravatar` as for users. */
export const botRow = (bot: BotFacts, keys: BotKeys, clientGravatar = false) => ({
  user_id: bot.userId,
  email: bot.email,
  full_name: bot.fullName,
  bot_type: bot.bot?.type ?? null,
  is_active: bot.active,
  api_key: keys.apiKey(bot.userId, bot.keyGeneration),
  ...sendingDefaults,
  owner_id: bot.bot?.ownerId ?? null,
  avatar_url: clientGravatar ? null : avatarUrl(bot),
  services: botServices(bot, keys),
});

/** Where an outgoing webhook posts, and the token by which its server knows us; empty for other kinds. */
export function botServices(bot: Pick<BotFacts, 'userId' | 'bot'>, keys: Pick<BotKeys, 'token'>) {
  const service = bot.bot?.service;
  if (bot.bot?.type !== outgoingWebhookBot || !service) return [];
  return [{ base_url: service.payloadUrl, interface: service.interface, token: keys.token(bot.userId) }];
}

/** A row of GET /bots. */
export const ownBotRow = (bot: BotFacts, keys: BotKeys) => ({
  username: bot.email,
  full_name: bot.fullName,
  api_key: keys.apiKey(bot.userId, bot.keyGeneration),
  avatar_url: avatarUrl(bot),
  ...sendingDefaults,
});
