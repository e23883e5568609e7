/** GET /bots: the caller's own bots. */
import { z } from 'zod';
import { ownBots } from '../../queries/bots.ts';
import { userOf } from '../../queries/realm.ts';
import { OwnBot } from '../../wire/bot.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { botExample } from '../openapi/examples.ts';
import { botKeys } from './shared/bot-keys.ts';

export const listBots: AnyEndpoint = defineEndpoint({
  id: 'getBots',
  method: 'GET',
  path: '/bots',
  tag: 'Bots',
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
