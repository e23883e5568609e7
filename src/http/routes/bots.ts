/** Creating, changing and deactivating bots. */
import { z } from 'zod';
import { createBot } from '../../../commands/bot/create-bot.ts';
import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { genericInterface, PayloadUrl } from '../../../commands/rules/bots.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import type { Call } from '../../define/endpoint.ts';
import { ownBots } from '../../queries/bots.ts';
import { userOf } from '../../queries/realm.ts';
import { shownDefaults } from '../../state/bot-defaults.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { shownEmailOf } from '../../state/shown-people.ts';
import { UserId } from '../../vocabulary/ids.ts';
import type { StoredImage } from '../../vocabulary/images.ts';
import { outgoingWebhookBot } from '../../vocabulary/roles.ts';
import { avatarUrl } from '../../wire/avatar.ts';
import { changedBotFields, defaultFields, madeBotFields, OwnBot } from '../../wire/bot.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { badImage, imageSent, imageTooLarge, severalFiles, tooManyPixels } from '../files/image-sent.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample, avatarExample, botExample } from '../openapi/examples.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, id, integer, json, pathId, quotable } from '../request/parameters.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { botKeys } from './shared/bot-keys.ts';

const notUrl = invalid('payload_url is not a URL');
/** 4 is an embedded bot, which is refused with a message of its own. */
const botType = z.literal([1, 2, 3, 4], 'Invalid bot type');
const noEmbeddedBots: Problem = { status: 400, msg: 'Embedded bots are not enabled.' };
const avatarProblems = [severalFiles, badImage, tooManyPixels, imageTooLarge];
const ownerAndImage = invalid('bot_owner_id: an image and a new owner need a request each');
const botInterface = z.int().refine((kind) => kind === genericInterface, 'Invalid interface type');
const isEmptyOrUrl = (text: string): boolean => text === '' || PayloadUrl.safeParse(text).success;

const streamName = (what: string) =>
  described(
    quotable().optional(),
    `${what}, as plain text or as a JSON string; empty for none. The owner must be able to subscribe to it.`,
    'lunch',
  );
const defaultParameters = {
  default_sending_stream: streamName('The stream for messages of the bot that name no stream'),
  default_events_register_stream: streamName(
    'The stream whose messages event queues of the bot without a `narrow` get',
  ),
  default_all_public_streams: described(
    boolean().optional(),
    'The default of `all_public_streams` for event queues of the bot.',
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
  route: 'POST /bots',
  summary: 'Create a bot',
  description:
    'Creates a bot that belongs to the caller, and returns its API key. An image in a multipart form becomes its avatar. Guests and bots are refused.',
  file: 'avatar',
  parameters: z.object({
    full_name: described(quotable(), 'Its name, as plain text or as a JSON string.', 'Weather'),
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
  errors: [notUrl, noEmbeddedBots, ...avatarProblems],
  async handle(call, services) {
    const { full_name: fullName, short_name: shortName, bot_type: type, payload_url: url } = call.parameters;
    if (type === 4) throw new ProblemError(noEmbeddedBots);
    if (type === outgoingWebhookBot && url === '') throw new ProblemError(notUrl);
    const payloadUrl = url === '' ? undefined : url;
    const wanted = { fullName, shortName, type, payloadUrl, defaults: wantedDefaults(call.parameters) };
    const { result } = await withAvatar(call, services, (avatar) =>
      services.run(createBot, { ...wanted, avatar }, call),
    );
    const { defaults } = result;
    return {
      api_key: services.secrets.apiKey(call.realmId, result.userId, 1),
      avatar_url: avatarOf(services.realm(call.realmId), result.userId),
      ...defaultFields(shownDefaults(services.realm(call.realmId), { ownerId: call.userId, defaults })),
    };
  },
});

/** Runs `change` with the image that was sent, if there is one. Its bytes are on the disk by then. */
async function withAvatar<T>(
  call: Call<unknown>,
  { contents }: Pick<Services, 'contents'>,
  change: (avatar: StoredImage | undefined) => Promise<T>,
): Promise<T> {
  if ((call.files?.count ?? 0) === 0) return change(undefined);
  const { file, image } = await imageSent(call.files, severalFiles);
  return contents.keep(call.realmId, file, () => change(image));
}

const avatarOf = ({ people }: RealmState, botId: UserId): string =>
  avatarUrl(people.byId.get(botId) ?? { email: '', avatarVersion: 1 });

const botIdParameter = described(pathId(UserId), 'The id of the bot.', 12);

const patchBot = defineEndpoint({
  id: 'updateBot',
  route: 'PATCH /bots/:bot_id',
  summary: "Change a bot's name, owner or address",
  description:
    'Changes a bot of the caller, or any bot for administrators. An image in a multipart form becomes its avatar.',
  file: 'avatar',
  parameters: z.object({
    bot_id: botIdParameter,
    full_name: described(quotable().optional(), 'The new name, as plain text or as a JSON string.', 'Weather'),
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
    service_interface: genericInterface,
    service_payload_url: null,
    ...defaultFields(),
  },
  commands: [updateBot],
  errors: [...avatarProblems, ownerAndImage],
  async handle(call, services) {
    const { bot_id: botId, full_name: fullName, bot_owner_id: ownerId, service_payload_url } = call.parameters;
    // Once the bot has another owner, the caller may no longer set its avatar.
    if (ownerId !== undefined && (call.files?.count ?? 0) > 0) throw new ProblemError(ownerAndImage);
    const defaults = wantedDefaults(call.parameters);
    const change = { botId, fullName, ownerId, payloadUrl: service_payload_url, defaults };
    const { result } = await withAvatar(call, services, (avatar) =>
      services.run(updateBot, { ...change, avatar }, call),
    );
    const state = services.realm(call.realmId);
    return {
      full_name: result.fullName,
      avatar_url: avatarOf(state, botId),
      bot_owner: shownEmailOf(state, result.ownerId),
      service_interface: genericInterface,
      service_payload_url: result.payloadUrl ?? null,
      ...defaultFields(shownDefaults(state, result)),
    };
  },
});

const deleteBot = defineChange({
  id: 'deactivateBot',
  route: 'DELETE /bots/:bot_id',
  summary: 'Deactivate a bot',
  description: 'Deactivates a bot of the caller, or any bot for administrators.',
  parameters: z.object({ bot_id: botIdParameter }),
  commands: [deactivateBot],
  handle: (call, services) => services.run(deactivateBot, { botId: call.parameters.bot_id }, call),
});

export const regenerateBotKey = defineEndpoint({
  id: 'regenerateBotApiKey',
  route: 'POST /bots/:bot_id/api_key/regenerate',
  summary: "Replace a bot's API key",
  description: 'Replaces the API key of a bot and returns the new one. The old one stops working at once.',
  parameters: z.object({ bot_id: botIdParameter }),
  response: z.object({ api_key: z.string() }),
  example: { api_key: apiKeyExample },
  commands: [rotateApiKey],
  async handle(call, services) {
    const { bot_id: userId } = call.parameters;
    const { result } = await services.run(rotateApiKey, { userId, onlyBot: true }, call);
    return { api_key: services.secrets.apiKey(call.realmId, userId, result.generation) };
  },
});

const listBots = defineEndpoint({
  id: 'getBots',
  route: 'GET /bots',
  summary: "List the caller's bots",
  description: 'Returns the active bots that belong to the caller, with their API keys.',
  tagged: true,
  response: z.object({ bots: z.array(OwnBot) }),
  holdsKeys: () => true,
  example: { bots: [{ username: 'weather-bot@example.com', full_name: 'Weather', ...botExample }] },
  handle: ({ realmId, userId }, services) =>
    services.read(async (view) => ({
      bots: await ownBots(view, realmId, await userOf(view, realmId, userId), botKeys(services, realmId, userId)),
    })),
});

export const bots = [listBots, postBot, patchBot, deleteBot];
