/** GET /bots: the caller's own (api-facts §7). */
import { z } from 'zod';
import { ownBots } from '../../queries/bots.ts';
import { userOf } from '../../queries/realm.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { botKeys } from './shared/bot-keys.ts';

export const listBots: AnyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/bots',
  summary: 'Active bots that belong to the caller, with their keys',
  section: 'api-facts §7',
  access: 'user',
  tagged: true,
  parameters: z.object({}),
  response: z.object({
    bots: z.array(
      z.object({
        username: z.string(),
        full_name: z.string(),
        api_key: z.string(),
        avatar_url: z.string(),
        default_sending_stream: z.string().nullable(),
        default_events_register_stream: z.string().nullable(),
        default_all_public_streams: z.boolean(),
      }),
    ),
  }),
  refusals: [],
  handle: ({ realmId, userId }, services) =>
    services.read(async (view) => ({
      bots: await ownBots(view, realmId, await userOf(view, realmId, userId), botKeys(services, realmId)),
    })),
});
