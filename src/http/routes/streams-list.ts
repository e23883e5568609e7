/** GET /streams. */
import { z } from 'zod';
import { listStreams } from '../../queries/streams.ts';
import { ListedStream } from '../../wire/stream.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { streamExample } from '../openapi/examples.ts';
import { boolean } from '../request/parameters.ts';

export const getStreams: AnyEndpoint = defineEndpoint({
  id: 'getStreams',
  method: 'GET',
  path: '/streams',
  tag: 'Streams',
  summary: 'List streams',
  description: 'Returns the streams that the caller can see and that match at least one of the filters, by name.',
  tagged: true,
  listsMany: () => true,
  parameters: z.object({
    include_public: described(boolean().default(true), 'Public streams. Has no effect for guests.', true),
    include_subscribed: described(boolean().default(true), 'Streams that the caller is subscribed to.', true),
    include_all_active: described(
      boolean().default(false),
      'All streams that are not archived. Administrators only.',
      false,
    ),
    include_default: described(
      boolean().default(false),
      'Streams to which new users are subscribed. If it is true, every stream has `is_default`.',
      true,
    ),
    include_owner_subscribed: described(
      boolean().default(false),
      "For bots: streams that the bot's owner is subscribed to.",
      false,
    ),
  }),
  response: z.object({ streams: z.array(ListedStream) }),
  example: { streams: [streamExample] },
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
