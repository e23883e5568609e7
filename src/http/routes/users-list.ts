/** GET /users, GET /users/me and GET /users/{user_id}. */
import { z } from 'zod';
import { describeOwnUser, describeUser, listUsers } from '../../queries/users.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { ownUserFields, User } from '../../wire/user.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { avatarExample, userExample } from '../openapi/examples.ts';
import { boolean, pathId } from '../request/parameters.ts';

const shown = {
  client_avatarhost: described(
    boolean().default(false),
    'Whether the client computes gravatars itself. If so, `avatar_url` is null for users with a gravatar.',
    true,
  ),
  include_custom_profile_fields: described(boolean().default(false), 'Whether to add `profile_data`.', true),
};

const aliases = { client_gravatar: 'client_avatarhost' };

const optionsOf = (
  parameters: { client_avatarhost: boolean; include_custom_profile_fields: boolean },
  callerId: UserId,
) => ({
  callerId,
  clientGravatar: parameters.client_avatarhost,
  includeProfile: parameters.include_custom_profile_fields,
});

const getUsers = defineEndpoint({
  id: 'getUsers',
  route: 'GET /users',
  summary: 'List users',
  description:
    'Returns all people and bots of the organization by id, including deactivated ones. The system bots are not included.',
  tagged: true,
  listsMany: () => true,
  parameters: z.object(shown),
  aliases,
  response: z.object({ members: z.array(User) }),
  example: { members: [userExample] },
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({
      members: await listUsers(view, realmId, optionsOf(parameters, userId)),
    })),
});

const getOwnUser = defineEndpoint({
  id: 'getOwnUser',
  route: 'GET /users/me',
  summary: 'Get the caller',
  description: 'Returns the caller, with the id of the newest message that they received.',
  tagged: true,
  response: z.object(ownUserFields),
  example: {
    ...userExample,
    avatar_url: avatarExample,
    bot_type: undefined,
    profile_data: {},
    max_message_id: 42,
    is_auditor: false,
  },
  handle: ({ realmId, userId }, services) => services.read((view) => describeOwnUser(view, realmId, userId)),
});

const getUser = defineEndpoint({
  id: 'getUser',
  route: 'GET /users/:user_id',
  summary: 'Get a user',
  description: 'Returns a person or bot, even if deactivated. The system bots are not found.',
  tagged: true,
  parameters: z.object({ user_id: described(pathId(UserId), 'The id of the user.', 10), ...shown }),
  aliases,
  response: z.object({ user: User }),
  example: { user: userExample },
  refusals: ['user-missing'],
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({
      user: await describeUser(view, realmId, parameters.user_id, optionsOf(parameters, userId)),
    })),
});

export const usersList = [getUsers, getOwnUser, getUser];
