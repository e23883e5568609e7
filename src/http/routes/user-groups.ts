/** User groups: names with which several users are mentioned at a time. */
import { z } from 'zod';
import { createUserGroup } from '../../../commands/user-group/create-user-group.ts';
import { deleteUserGroup } from '../../../commands/user-group/delete-user-group.ts';
import { editUserGroupMembers } from '../../../commands/user-group/edit-user-group-members.ts';
import { updateUserGroup } from '../../../commands/user-group/update-user-group.ts';
import { userGroupsOf } from '../../queries/user-groups.ts';
import { UserGroupId } from '../../vocabulary/ids.ts';
import { UserGroup } from '../../wire/user-group.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { json, pathId, quotable } from '../request/parameters.ts';

const groupIdParameter = described(pathId(UserGroupId), 'The id of the group.', 3);
const users = (description: string) => described(json(z.array(z.int())).default([]), description, [10, 11]);
const whatFor = 'What the group is for.';

const listUserGroups = defineEndpoint({
  id: 'getUserGroups',
  route: 'GET /user_groups',
  summary: 'List user groups',
  description: 'Returns all user groups of the organization, by id.',
  tagged: true,
  response: z.object({ user_groups: z.array(UserGroup) }),
  example: { user_groups: [{ id: 3, name: 'designers', description: 'Who draws', members: [10, 11] }] },
  handle: (call, services) => services.read(async (view) => ({ user_groups: await userGroupsOf(view, call.realmId) })),
});

const postUserGroup = defineEndpoint({
  id: 'createUserGroup',
  route: 'POST /user_groups/create',
  summary: 'Create a user group',
  description: 'Creates a user group. Messages mention it as `@*name*`. Guests and bots are refused.',
  parameters: z.object({
    name: described(quotable(), 'Its name.', 'designers'),
    description: described(quotable().default(''), whatFor, 'Who draws'),
    members: users('The ids of its members.'),
  }),
  response: z.object({ id: z.int().describe('The id of the group') }),
  example: { id: 3 },
  commands: [createUserGroup],
  async handle(call, services) {
    const { result } = await services.run(createUserGroup, call.parameters, call);
    return { id: result.groupId };
  },
});

const patchUserGroup = defineChange({
  id: 'updateUserGroup',
  route: 'PATCH /user_groups/:user_group_id',
  summary: 'Change a user group',
  description: 'Changes the name or the description of a group. For its members and administrators.',
  parameters: z.object({
    user_group_id: groupIdParameter,
    name: described(quotable().optional(), 'The new name.', 'designers'),
    description: described(quotable().optional(), whatFor, 'Who draws'),
  }),
  commands: [updateUserGroup],
  async handle(call, services) {
    const { user_group_id: groupId, ...wanted } = call.parameters;
    await services.run(updateUserGroup, { groupId, ...wanted }, call);
  },
});

const deleteUserGroupById = defineChange({
  id: 'deleteUserGroup',
  route: 'DELETE /user_groups/:user_group_id',
  summary: 'Delete a user group',
  description: 'Deletes a group. For its members and administrators. Messages that mention it are not changed.',
  parameters: z.object({ user_group_id: groupIdParameter }),
  commands: [deleteUserGroup],
  handle: (call, services) => services.run(deleteUserGroup, { groupId: call.parameters.user_group_id }, call),
});

const postMembers = defineChange({
  id: 'updateUserGroupMembers',
  route: 'POST /user_groups/:user_group_id/members',
  summary: 'Add and remove members of a user group',
  description:
    'Adds users to a group and removes others. If one change is refused, nothing is changed. For its members and administrators.',
  parameters: z.object({
    user_group_id: groupIdParameter,
    add: users('The ids of users to add.'),
    delete: users('The ids of members to remove.'),
  }),
  commands: [editUserGroupMembers],
  async handle(call, services) {
    const { user_group_id: groupId, add, delete: remove } = call.parameters;
    await services.run(editUserGroupMembers, { groupId, add, remove }, call);
  },
});

export const userGroups = [listUserGroups, postUserGroup, patchUserGroup, deleteUserGroupById, postMembers];
