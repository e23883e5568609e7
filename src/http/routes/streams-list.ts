/** GET /streams (spec, GET /streams; api-facts §0.2a, §6.3). */
import { z } from 'zod';
import { listStreams } from '../../queries/streams.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean } from '../request/parameters.ts';
import { streamFields } from './stream-fields.ts';

export const getStreams: AnyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/streams',
  summary: 'Streams of the organization that the caller may know of',
  section: 'GET /api/v1/streams',
  access: 'user',
  tagged: true,
  parameters: z.object({
    include_public: boolean().default(true),
    include_subscribed: boolean().default(true),
    include_all_active: boolean().default(false),
    include_default: boolean().default(false),
    include_owner_subscribed: boolean().default(false),
  }),
  response: z.object({ streams: z.array(z.object({ ...streamFields, is_default: z.boolean().optional() })) }),
  refusals: ['query-not-authorized'],
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({
      streams: await listStreams(view, realmId, userId, {
        includePublic: parameters.include_public,
        includeSubscribed: parameters.include_subscribed,
        includeAllActive: parameters.include_all_active,
        includeDefault: parameters.include_default,
        includeOwnerSubscribed: parameters.include_owner_subscribed,
      }),
    })),
});
