/** Deactivates and reactivates people. */
import { z } from 'zod';
import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { reactivateUser } from '../../../commands/user/reactivate-user.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { pathId } from '../request/parameters.ts';

const userIdParameter = described(pathId(UserId), 'The id of the user.', 10);

const deleteOwnUser = defineChange({
  id: 'deactivateOwnUser',
  route: 'DELETE /users/me',
  summary: 'Deactivate the caller',
  description: 'Deactivates the caller and their bots. The only owner of the organization is refused.',
  commands: [deactivateUser],
  handle: (call, services) => services.run(deactivateUser, { userId: call.userId, own: true }, call),
});

const deleteUser = defineChange({
  id: 'deactivateUser',
  route: 'DELETE /users/:user_id',
  summary: 'Deactivate a person',
  description:
    'Deactivates a person and their bots. Their API keys are refused, and their messages are kept. Administrators only; only owners can deactivate owners.',
  parameters: z.object({ user_id: userIdParameter }),
  commands: [deactivateUser],
  handle: (call, services) => services.run(deactivateUser, { userId: call.parameters.user_id }, call),
});

const postReactivate = defineChange({
  id: 'reactivateUser',
  route: 'POST /users/:user_id/reactivate',
  summary: 'Activate a deactivated user',
  description:
    'Activates a deactivated person or bot. They have the same API key and the same subscriptions as before. For administrators, and for owners of bots.',
  parameters: z.object({ user_id: userIdParameter }),
  commands: [reactivateUser],
  handle: (call, services) => services.run(reactivateUser, { userId: call.parameters.user_id }, call),
});

export const usersActivity = [deleteOwnUser, deleteUser, postReactivate];
