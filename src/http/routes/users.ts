/** Changing users. */
import { z } from 'zod';
import { ProfileValue } from '../../../commands/rules/profile-values.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { updateProfileData } from '../../../commands/user/update-profile-data.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import { ProfileFieldId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { isWeakPassword } from '../../vocabulary/passwords.ts';
import { member, Role } from '../../vocabulary/roles.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample } from '../openapi/examples.ts';
import { json, pathId, quotable, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { requestsPerHash, tooWeak, whoseTurn } from './shared/check-password.ts';
import { textCost } from './shared/message-cost.ts';

const postUser = defineChange({
  id: 'createUser',
  route: 'POST /users',
  summary: 'Add a person',
  description: 'Adds a person as a member, subscribed to the default streams. Administrators only.',
  parameters: z.object({
    email: described(raw(), 'The e-mail address.', 'iago@example.com'),
    password: described(
      raw(z.string().max(limits.passwordLengthMax)),
      'The initial password.',
      'correct horse battery',
    ),
    full_name: described(quotable(), 'The name, as plain text or as a JSON string.', 'Iago'),
  }),
  commands: [createUser],
  refusals: ['unavailable'],
  errors: [tooWeak],
  async handle(call, services) {
    const { email, password, full_name: fullName } = call.parameters;
    const input = { email, fullName, role: member as Role };
    // No hash is computed for what is refused anyway.
    await services.run(createUser, input, { ...call, dryRun: true });
    if (isWeakPassword(password, [email, fullName])) throw new ProblemError(tooWeak);
    call.charge(requestsPerHash);
    const passwordHash = await services.passwords.hash(password, whoseTurn(call));
    const { position } = await services.run(createUser, { ...input, passwordHash }, call);
    await services.settled(call.realmId, position);
  },
});

const profileDescription = 'Values by the id of the custom profile field. Null or an empty value removes it.';
const profileExample = [{ id: 1, value: '+49 30 1234567' }];
const profileData = z.array(z.object({ id: ProfileFieldId, value: ProfileValue })).max(limits.profileFieldsMax);
const changesOf = (data: z.infer<typeof profileData>) => data.map(({ id: fieldId, value }) => ({ fieldId, value }));

const patchUser = defineChange({
  id: 'updateUser',
  route: 'PATCH /users/:user_id',
  summary: "Change a user's name, role or profile",
  description:
    'Changes a user. If one change is refused, nothing is changed. Administrators only; only owners can make somebody an owner or change the role of an owner.',
  parameters: z.object({
    user_id: described(pathId(UserId), 'The id of the user.', 10),
    full_name: described(quotable().optional(), 'The new name, as plain text or as a JSON string.', 'Iago'),
    role: described(json(Role).optional(), 'The new role: 100 owner, 200 administrator, 400 member, 600 guest.', 400),
    profile_data: described(json(profileData).optional(), profileDescription, profileExample),
  }),
  commands: [updateUser],
  async handle(call, services) {
    const { user_id: userId, full_name: fullName, role, profile_data: data = [] } = call.parameters;
    const input = { userId, fullName, role, profileData: changesOf(data) };
    call.charge(textCost((await services.run(updateUser, input, call)).result));
  },
});

const patchProfileData = defineChange({
  id: 'updateProfileData',
  route: 'PATCH /users/me/profile_data',
  summary: "Change the caller's profile data",
  description: "Changes the caller's own values in custom profile fields.",
  parameters: z.object({ data: described(json(profileData), profileDescription, profileExample) }),
  commands: [updateProfileData],
  async handle(call, services) {
    const changes = changesOf(call.parameters.data);
    call.charge(textCost((await services.run(updateProfileData, { userId: call.userId, changes }, call)).result));
  },
});

const deleteProfileData = defineChange({
  id: 'deleteProfileData',
  route: 'DELETE /users/me/profile_data',
  summary: "Remove values from the caller's profile data",
  description: "Removes the caller's own values from custom profile fields.",
  parameters: z.object({
    data: described(json(z.array(ProfileFieldId).max(limits.profileFieldsMax)), 'Ids of the fields.', [1]),
  }),
  commands: [updateProfileData],
  async handle(call, services) {
    const changes = call.parameters.data.map((fieldId) => ({ fieldId, value: null }));
    await services.run(updateProfileData, { userId: call.userId, changes }, call);
  },
});

export const regenerateApiKey = defineEndpoint({
  id: 'regenerateApiKey',
  route: 'POST /users/me/api_key/regenerate',
  summary: "Replace the caller's API key",
  description: 'Replaces the API key of the caller and returns the new one. The old one stops working at once.',
  response: z.object({ api_key: z.string() }),
  example: { api_key: apiKeyExample },
  commands: [rotateApiKey],
  async handle(call, services) {
    const { result } = await services.run(rotateApiKey, { userId: call.userId }, call);
    return { api_key: services.secrets.apiKey(call.realmId, call.userId, result.generation) };
  },
});

export const users = [postUser, patchUser];
export const ownProfileData = [patchProfileData, deleteProfileData];
