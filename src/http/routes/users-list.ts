/** GET /users and GET /users/me (spec, Users). */
import { z } from 'zod';
import { describeOwnUser, listUsers } from '../../queries/users.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean } from '../request/parameters.ts';

const profileData = z.record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }));

const commonFields = {
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  avatar_version: z.int(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  is_active: z.boolean(),
  timezone: z.string(),
  date_joined: z.string(),
  bot_owner_id: z.int().nullable().optional(),
  is_cross_realm_bot: z.literal(true).optional(),
  profile_data: profileData.optional(),
};

const getUsers = defineEndpoint({
  method: 'GET',
  path: '/users',
  summary: 'Everybody in the organization, deactivated users and bots too',
  section: 'GET /api/v1/users',
  access: 'user',
  tagged: true,
  parameters: z.object({
    client_avatarhost: boolean().default(false),
    include_custom_profile_fields: boolean().default(false),
  }),
  aliases: { client_gravatar: 'client_avatarhost' },
  response: z.object({
    members: z.array(z.object({ ...commonFields, avatar_url: z.string().nullable(), bot_type: z.int().nullable() })),
  }),
  refusals: [],
  handle: ({ realmId, parameters }, services) =>
    services.read(async (view) => ({
      members: await listUsers(view, realmId, {
        clientGravatar: parameters.client_avatarhost,
        includeProfile: parameters.include_custom_profile_fields,
      }),
    })),
});

const getOwnUser = defineEndpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'The caller',
  section: 'GET /api/v1/users/me',
  access: 'user',
  tagged: true,
  parameters: z.object({}),
  response: z.object({
    ...commonFields,
    avatar_url: z.string(),
    bot_type: z.int().optional(),
    max_message_id: z.int(),
  }),
  refusals: [],
  handle: ({ realmId, userId }, services) => services.read((view) => describeOwnUser(view, realmId, userId)),
});

export const usersList: readonly AnyEndpoint[] = [getUsers, getOwnUser];
