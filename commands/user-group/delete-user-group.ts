/** DELETE /user_groups/{user_group_id}. Messages that mentioned the group do not change. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, UserGroupId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { managedGroup, managedGroupRefusals } from '../rules/user-groups.ts';

export const deleteUserGroup = defineCommand({
  name: 'delete-user-group',
  input: z.object({ groupId: idNamed(UserGroupId) }),
  refusals: managedGroupRefusals,
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { groupId }, { realmId, actor, now }) {
    const managed = managedGroup(state, groupId, actor, now);
    if ('refusal' in managed) return refuse(managed.refusal);
    const { name } = managed.group;
    return acceptEvent(logStream.realm(realmId), { type: 'UserGroupDeleted', data: { groupId, name } });
  },
});
