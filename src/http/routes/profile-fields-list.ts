/** GET /realm/profile_fields. */
import { z } from 'zod';
import { realmProfileFields } from '../../queries/realm.ts';
import { ProfileFieldSchema } from '../../wire/profile-data.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';

export const listProfileFields: AnyEndpoint = defineEndpoint({
  id: 'getProfileFields',
  method: 'GET',
  path: '/realm/profile_fields',
  tag: 'Profile fields',
  summary: 'List custom profile fields',
  description: 'Returns the custom profile fields of the organization in their order.',
  tagged: true,
  response: z.object({ custom_fields: z.array(ProfileFieldSchema) }),
  example: { custom_fields: [{ id: 1, type: 1, name: 'Phone', hint: '', field_data: '', order: 1 }] },
  handle: (call, services) =>
    services.read(async (view) => ({ custom_fields: await realmProfileFields(view, call.realmId) })),
});
