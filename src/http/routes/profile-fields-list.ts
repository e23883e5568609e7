/** GET /realm/profile_fields: what the organization asks of its people (api-facts §9). */
import { z } from 'zod';
import { realmProfileFields } from '../../queries/realm-profile-fields.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';

export const listProfileFields: AnyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/realm/profile_fields',
  summary: 'Custom profile fields of the organization, in its order',
  section: 'api-facts §9',
  access: 'user',
  tagged: true,
  parameters: z.object({}),
  response: z.object({
    custom_fields: z.array(
      z.object({
        id: z.int(),
        type: z.int(),
        name: z.string(),
        hint: z.string(),
        field_data: z.string(),
        order: z.int(),
      }),
    ),
  }),
  refusals: [],
  handle: (call, services) =>
    services.read(async (view) => ({ custom_fields: await realmProfileFields(view, call.realmId) })),
});
