/** Creating, changing and deactivating bots. */
import { z } from 'zod';
import { createBot } from '../../../commands/bot/create-bot.ts';
import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { genericInterface, PayloadUrl } from '../../../commands/rules/bots.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { shownDefaults } from '../../state/bot-defaults.ts';
import { shownEmailOf } from '../../state/shown-people.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { outgoingWebhookBot } from '../../vocabulary/roles.ts';
import { avatarUrl } from '../../wire/avatar.ts';
import { changedBotFields, defaultFields, madeBotFields } from '../../wire/bot.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample, avatarExample, botExample } from '../openapi/examples.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, id, integer, json, pathId, quotable } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { byCaller } from './shared/by-caller.ts';

const notUrl = invalid('payload_url is not a URL');
const botType = z.literal([1, 2, 3], 'Invalid bot type');
const botInterface = z.int().refine((kind) => kind === genericInterface, 'Invalid interface type');
const isEmptyOrUrl = (text: string): boolean => text === '' || PayloadUrl.safeParse(text).success;

const streamName = (what: string) =>
  described(
    quotable().optional(),
    `${what}, raw or as JSON text; empty for none. The owner must be able to enter it.`,
    'lunch',
  );
const defaultParameters = {
  default_sending_stream: streamName('The stream to which messages go that name none'),
  default_events_register_stream: streamName('The stream whose messages the event queues get that have no `narrow`'),
  default_all_public_streams: described(
    boolean().optional(),
    'Whether event queues get the messages of all public streams where they do not say.',
    false,
  ),
};
type DefaultParameters = z.output<z.ZodObject<typeof defaultParameters>>;
const wantedDefaults = (parameters: DefaultParameters) => ({
  sending: parameters.default_sending_stream,
  register: parameters.default_events_register_stream,
  allPublic: parameters.default_all_public_streams,
});

const postBot = defineEndpoint({
  id: 'createBot',
  method: 'POST',
  path: '/bots',
  tag: 'Bots',
  summary: 'Create a bot',
  description: 'Creates a bot that belongs to the caller, and answers its API key. Guests and bots are refused.',
  access: 'user',
  parameters: z.object({
    full_name: described(quotable(), 'Its name, raw or as JSON text.', 'Weather'),
    short_name: described(quotable(), 'The beginning of its e-mail address.', 'weather'),
    bot_type: described(json(botType).default(1), '1 generic, 2 incoming webhook, 3 outgoing webhook.', 1),
    payload_url: described(
      quotable(z.string().refine(isEmptyOrUrl, notUrl.msg)).default(''),
      'Where an outgoing webhook posts messages. Required for these.',
      'https://weather.example.com/hook',
    ),
    interface_type: described(
      integer(botInterface).default(genericInterface),
      'The format in which an outgoing webhook posts. Only 1.',
      1,
    ),
    ...defaultParameters,
  }),
  response: z.object(madeBotFields),
  example: botExample,
  commands: [createBot],
  errors: [notUrl],
  async handle(call, services) {
    const { full_name: fullName, short_name: shortName, bot_type: type, payload_url: url } = call.parameters;
    if (type === outgoingWebhookBot && url === '') throw new ProblemError(notUrl);
    const payloadUrl = url === '' ? undefined : url;
    const wanted = { fullName, shortName, type, payloadUrl, defaults: wantedDefaults(call.parameters) };
    const { result } = await services.run(createBot, wanted, byCaller(call));
    const { defaults } = result;
    return {
      api_key: services.secrets.apiKey(call.realmId, result.userId, 1),
      avatar_url: avatarUrl({ email: result.email, avatarVersion: 1 }),
      ...defaultFields(shownDefaults(services.realm(call.realmId), { ownerId: call.userId, defaults })),
    };
  },
});

const botIdParameter = described(pathId(UserId), 'The id of the bot.', 12);

const patchBot = defineEndpoint({
  id: 'updateBot',
  method: 'PATCH',
  path: '/bots/:bot_id',
  tag: 'Bots',
  summary: "Change a bot's name, owner or address",
  description: 'Changes a bot of the caller, or any bot for administrators.',
  access: 'user',
  parameters: z.object({
    bot_id: botIdParameter,
    full_name: described(quotable().optional(), 'The new name, raw or as JSON text.', 'Weather'),
    bot_owner_id: described(id(UserId).optional(), 'The id of the new owner.', 10),
    service_payload_url: described(
      quotable(PayloadUrl).optional(),
      'Where an outgoing webhook posts messages.',
      'https://weather.example.com/hook',
    ),
    service_interface: described(
      integer(botInterface).optional(),
      'The format in which an outgoing webhook posts. Only 1.',
      1,
    ),
    ...defaultParameters,
  }),
  response: z.object(changedBotFields),
  example: {
    full_name: 'Weather',
    bot_owner: 'iago@example.com',
    avatar_url: avatarExample,
    ...defaultFields(),
  },
  commands: [updateBot],
  async handle(call, services) {
    const { bot_id: botId, full_name: fullName, bot_owner_id: ownerId, service_payload_url } = call.parameters;
    const defaults = wantedDefaults(call.parameters);
    const change = { botId, fullName, ownerId, payloadUrl: service_payload_url, defaults };
    const { result } = await services.run(updateBot, change, byCaller(call));
    const state = services.realm(call.realmId);
    const { byId } = state.people;
    return {
      full_name: result.fullName,
      avatar_url: avatarUrl(byId.get(botId) ?? { email: '', avatarVersion: 1 }),
      bot_owner: shownEmailOf(state, result.ownerId),
      ...(result.payloadUrl === undefined
        ? {}
        : { service_interface: genericInterface, service_payload_url: result.payloadUrl }),
      ...defaultFields(shownDefaults(state, result)),
    };
  },
});

const deleteBot = defineEndpoint({
  id: 'deactivateBot',
  method: 'DELETE',
  path: '/bots/:bot_id',
  tag: 'Bots',
  summary: 'Deactivate a bot',
  description: 'Deactivates a bot of the caller, or any bot for administrators.',
  access: 'user',
  parameters: z.object({ bot_id: botIdParameter }),
  response: z.object({}),
  example: {},
  commands: [deactivateBot],
  async handle(call, services) {
    await services.run(deactivateBot, { botId: call.parameters.bot_id }, byCaller(call));
    return {};
  },
});

const regenerateBotKey = defineEndpoint({
  id: 'regenerateBotApiKey',
  method: 'POST',
  path: '/bots/:bot_id/api_key/regenerate',
  tag: 'API keys',
  summary: "Replace a bot's API key",
  description: 'Answers a new API key of a bot. The old one stops working at once.',
  access: 'user',
  parameters: z.object({ bot_id: botIdParameter }),
  response: z.object({ api_key: z.string() }),
  example: { api_key: apiKeyExample },
  commands: [rotateApiKey],
  async handle(call, services) {
    const { bot_id: userId } = call.parameters;
    const { result } = await services.run(rotateApiKey, { userId, onlyBot: true }, byCaller(call));
    return { api_key: services.secrets.apiKey(call.realmId, userId, result.generation) };
  },
});

export const bots: readonly AnyEndpoint[] = [postBot, patchBot, deleteBot, regenerateBotKey];
