/** Changing users (spec, Users; api-facts §7, §9). */
import { z } from 'zod';
import { ProfileValue } from '../../../commands/rules/profile-values.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { updateProfileData } from '../../../commands/user/update-profile-data.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import { ProfileFieldId, UserId } from '../../vocabulary/ids.ts';
import { Role } from '../../vocabulary/roles.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { json, pathId, quotable } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';

/** A null or empty value takes the field's value away. */
const profileData = z.array(z.object({ id: ProfileFieldId, value: ProfileValue }));
const changesOf = (data: z.infer<typeof profileData>) => data.map(({ id: fieldId, value }) => ({ fieldId, value }));

const patchUser = defineEndpoint({
  method: 'PATCH',
  path: '/users/:user_id',
  summary: "Change a user's name, role or profile",
  section: 'PATCH /api/v1/users/{user_id}',
  access: 'user',
  parameters: z.object({
    user_id: pathId(UserId),
    full_name: quotable().optional(),
    role: json(Role).optional(),
    profile_data: json(profileData).optional(),
  }),
  response: z.object({}),
  refusals: [
    'permission-insufficient',
    'user-missing',
    'owner-required',
    'last-owner-role',
    'guest-not-administrator',
    'bot-role-fixed',
    'name-too-long',
    'name-too-short',
    'name-characters',
    'name-format',
    'profile-field-missing',
    'profile-field-value',
  ],
  async handle(call, services) {
    const { user_id: userId, full_name: fullName, role, profile_data: data = [] } = call.parameters;
    await services.run(updateUser, { userId, fullName, role, profileData: changesOf(data) }, byCaller(call));
    return {};
  },
});

const patchProfileData = defineEndpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: "Change one's own custom profile data",
  section: 'api-facts §9',
  access: 'user',
  parameters: z.object({ data: json(profileData) }),
  response: z.object({}),
  refusals: ['profile-field-missing', 'profile-field-value'],
  async handle(call, services) {
    const changes = changesOf(call.parameters.data);
    await services.run(updateProfileData, { userId: call.userId, changes }, byCaller(call));
    return {};
  },
});

const deleteProfileData = defineEndpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: "Take back some of one's own custom profile data",
  section: 'api-facts §9',
  access: 'user',
  parameters: z.object({ data: json(z.array(ProfileFieldId)) }),
  response: z.object({}),
  refusals: ['profile-field-missing'],
  async handle(call, services) {
    const changes = call.parameters.data.map((fieldId) => ({ fieldId, value: null }));
    await services.run(updateProfileData, { userId: call.userId, changes }, byCaller(call));
    return {};
  },
});

const regenerateApiKey = defineEndpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: "Replace one's own API key; the old one dies at once",
  section: 'api-facts §1.3',
  access: 'user',
  parameters: z.object({}),
  response: z.object({ api_key: z.string() }),
  refusals: [],
  async handle(call, services) {
    const { result } = await services.run(rotateApiKey, { userId: call.userId }, byCaller(call));
    return { api_key: services.secrets.apiKey(call.realmId, call.userId, result.generation) };
  },
});

export const users: readonly AnyEndpoint[] = [patchUser, patchProfileData, deleteProfileData, regenerateApiKey];
