/** Making, changing and switching off bots (api-facts §7). */
import { z } from 'zod';
import { createBot } from '../../../commands/bot/create-bot.ts';
import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { genericInterface, PayloadUrl } from '../../../commands/rules/bots.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { outgoingWebhookBot } from '../../vocabulary/roles.ts';
import { avatarUrl } from '../../wire/avatar.ts';
import { sendingDefaults } from '../../wire/bot.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { invalid } from '../request/parameter-errors.ts';
import { id, integer, json, pathId, quotable } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { byCaller } from './shared/by-caller.ts';

const notUrl = 'payload_url is not a URL';
const botType = z.literal([1, 2, 3], 'Invalid bot type');
const botInterface = z.int().refine((kind) => kind === genericInterface, 'Invalid interface type');
const isEmptyOrUrl = (text: string): boolean => text === '' || PayloadUrl.safeParse(text).success;

const defaults = {
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
};

const postBot = defineEndpoint({
  method: 'POST',
  path: '/bots',
  summary: "Make a bot of one's own",
  section: 'api-facts §7',
  access: 'user',
  parameters: z.object({
    full_name: quotable(),
    short_name: quotable(),
    bot_type: json(botType).default(1),
    payload_url: quotable(z.string().refine(isEmptyOrUrl, notUrl)).default(''),
    interface_type: integer(botInterface).default(genericInterface),
  }),
  response: z.object({ api_key: z.string(), avatar_url: z.string(), ...defaults }),
  refusals: [
    'name-too-long',
    'name-too-short',
    'name-characters',
    'name-format',
    'bot-username-invalid',
    'bot-username-taken',
    'bot-name-taken',
    'bot-requests-refused',
    'guest-not-allowed',
  ],
  async handle(call, services) {
    const { full_name: fullName, short_name: shortName, bot_type: type, payload_url: url } = call.parameters;
    if (type === outgoingWebhookBot && url === '') throw new ProblemError(invalid(notUrl));
    const payloadUrl = url === '' ? undefined : url;
    const { result } = await services.run(createBot, { fullName, shortName, type, payloadUrl }, byCaller(call));
    return {
      api_key: services.secrets.apiKey(call.realmId, result.userId, 1),
      avatar_url: avatarUrl({ email: result.email, avatarVersion: 1 }),
      ...sendingDefaults,
    };
  },
});

const patchBot = defineEndpoint({
  method: 'PATCH',
  path: '/bots/:bot_id',
  summary: "Change a bot's name, owner or address",
  section: 'api-facts §7',
  access: 'user',
  parameters: z.object({
    bot_id: pathId(UserId),
    full_name: quotable().optional(),
    bot_owner_id: id(UserId).optional(),
    service_payload_url: quotable(PayloadUrl).optional(),
    service_interface: integer(botInterface).optional(),
  }),
  response: z.object({
    full_name: z.string(),
    avatar_url: z.string(),
    bot_owner: z.string(),
    service_interface: z.int().optional(),
    service_payload_url: z.string().optional(),
    ...defaults,
  }),
  refusals: [
    'bot-missing',
    'permission-insufficient',
    'name-too-long',
    'name-too-short',
    'name-characters',
    'name-format',
    'bot-name-taken',
    'bot-owner-invalid',
    'bot-not-outgoing',
  ],
  async handle(call, services) {
    const { bot_id: botId, full_name: fullName, bot_owner_id: ownerId, service_payload_url } = call.parameters;
    const change = { botId, fullName, ownerId, payloadUrl: service_payload_url };
    const { result } = await services.run(updateBot, change, byCaller(call));
    const { byId } = services.realm(call.realmId).people;
    return {
      full_name: result.fullName,
      avatar_url: avatarUrl(byId.get(botId) ?? { email: '', avatarVersion: 1 }),
      bot_owner: byId.get(result.ownerId)?.email ?? '',
      ...(result.payloadUrl === undefined
        ? {}
        : { service_interface: genericInterface, service_payload_url: result.payloadUrl }),
      ...sendingDefaults,
    };
  },
});

const deleteBot = defineEndpoint({
  method: 'DELETE',
  path: '/bots/:bot_id',
  summary: 'Switch off a bot',
  section: 'api-facts §7',
  access: 'user',
  parameters: z.object({ bot_id: pathId(UserId) }),
  response: z.object({}),
  refusals: ['bot-missing', 'permission-insufficient'],
  async handle(call, services) {
    await services.run(deactivateBot, { botId: call.parameters.bot_id }, byCaller(call));
    return {};
  },
});

const regenerateBotKey = defineEndpoint({
  method: 'POST',
  path: '/bots/:bot_id/api_key/regenerate',
  summary: "Replace a bot's API key; the old one dies at once",
  section: 'api-facts §7',
  access: 'user',
  parameters: z.object({ bot_id: pathId(UserId) }),
  response: z.object({ api_key: z.string() }),
  refusals: ['bot-missing', 'permission-insufficient', 'user-deactivated'],
  async handle(call, services) {
    const { bot_id: userId } = call.parameters;
    const { result } = await services.run(rotateApiKey, { userId, onlyBot: true }, byCaller(call));
    return { api_key: services.secrets.apiKey(call.realmId, userId, result.generation) };
  },
});

export const bots: readonly AnyEndpoint[] = [postBot, patchBot, deleteBot, regenerateBotKey];
