/** Bots in the form shown to their owners and to administrators. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { shownAddress } from '../vocabulary/shown-address.ts';
import { avatarUrl, avatarUrlFor } from './avatar.ts';
import type { UserFacts } from './user.ts';

export type BotFacts = UserFacts & {
  readonly keyGeneration: number;
  readonly tokenGeneration: number;
  /** Absent if there are none. */
  readonly defaults?: ShownDefaults;
};

/** The defaults for a bot's requests, with the names of streams. Null if there is none, or if its owner must not know it. */
type ShownDefaults = {
  readonly sending: string | null;
  readonly register: string | null;
  readonly allPublic: boolean;
};

/** Derives the API keys and tokens of one organization's bots from the server's secret. */
export type BotKeys = {
  readonly apiKey: (bot: UserId, generation: number) => string | null;
  readonly token: (bot: UserId, generation: number) => string | null;
};

const hidden = 'Null under `Verbatim-As-Of` and `Verbatim-As-User`';

const sendingFields = {
  default_sending_stream: z.string().nullable().describe('The stream for its messages without `to`'),
  default_events_register_stream: z
    .string()
    .nullable()
    .describe('The stream whose messages an event queue without `narrow` gets'),
  default_all_public_streams: z.boolean().describe('Whether its event queues get all public streams by default'),
};

const BotService = z
  .object({
    base_url: z.string().describe('The address to which messages are posted; auditors see its scheme and host'),
    interface: z.int().describe('Always 1'),
    token: z.string().nullable().describe(`By which the server behind the address knows who posts. ${hidden}`),
  })
  .meta({ id: 'BotService', description: 'What an outgoing webhook bot calls.' });

export const Bot = z
  .object({
    user_id: z.int(),
    email: z.string(),
    full_name: z.string(),
    bot_type: z.int().nullable().describe('1 generic, 2 incoming webhook, 3 outgoing webhook'),
    is_active: z.boolean(),
    api_key: z.string().nullable().describe(hidden),
    ...sendingFields,
    owner_id: z.int().nullable(),
    avatar_url: z.string().nullable().describe('Null if the client computes gravatars itself'),
    services: z.array(BotService).describe('Empty except for outgoing webhooks'),
  })
  .meta({ id: 'Bot', description: 'A bot as its owner and administrators see it.' });
type BotRow = DeepReadonly<z.infer<typeof Bot>>;

export const OwnBot = z
  .object({
    username: z.string().describe("The bot's e-mail address"),
    full_name: z.string(),
    api_key: z.string().nullable().describe(hidden),
    avatar_url: z.string(),
    ...sendingFields,
  })
  .meta({ id: 'OwnBot', description: "One of the caller's own bots." });

export const madeBotFields = { api_key: z.string(), avatar_url: z.string(), ...sendingFields };

export const changedBotFields = {
  full_name: z.string(),
  avatar_url: z.string(),
  bot_owner: z.string().describe("The owner's e-mail address"),
  service_interface: z.int().describe('Always 1'),
  service_payload_url: z
    .string()
    .nullable()
    .describe('The address to which an outgoing webhook posts messages; null for other bots'),
  ...sendingFields,
};

const noDefaults: ShownDefaults = { sending: null, register: null, allPublic: false };

export const defaultFields = ({ sending, register, allPublic }: ShownDefaults = noDefaults) => ({
  default_sending_stream: sending,
  default_events_register_stream: register,
  default_all_public_streams: allPublic,
});

/** A row of `realm_bots`. `clientGravatar` as for users. */
export const botRow = (bot: BotFacts, keys: BotKeys, clientGravatar: boolean): BotRow => ({
  user_id: bot.userId,
  email: bot.email,
  full_name: bot.fullName,
  bot_type: bot.bot?.type ?? null,
  is_active: bot.active,
  api_key: keys.apiKey(bot.userId, bot.keyGeneration),
  ...defaultFields(bot.defaults),
  owner_id: bot.bot?.ownerId ?? null,
  avatar_url: avatarUrlFor(bot, clientGravatar),
  services: botServices(bot, keys),
});

/** The address that an outgoing webhook posts to, and the token that its server checks. Empty for other bots. */
function botServices(bot: Pick<BotFacts, 'userId' | 'bot' | 'tokenGeneration'>, keys: Pick<BotKeys, 'token'>) {
  const service = bot.bot?.service;
  if (bot.bot?.type !== outgoingWebhookBot || !service) return [];
  const token = keys.token(bot.userId, bot.tokenGeneration);
  const address = token === null ? (shownAddress(service.payloadUrl) ?? '') : service.payloadUrl;
  return [{ base_url: address, interface: service.interface, token }];
}

/** A row of GET /bots. */
export const ownBotRow = (bot: BotFacts, keys: BotKeys): DeepReadonly<z.infer<typeof OwnBot>> => ({
  username: bot.email,
  full_name: bot.fullName,
  api_key: keys.apiKey(bot.userId, bot.keyGeneration),
  avatar_url: avatarUrl(bot),
  ...defaultFields(bot.defaults),
});
