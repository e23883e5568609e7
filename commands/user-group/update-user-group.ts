/** PATCH /user_groups/{user_group_id}: changes the name or the description of a group. A value that is not named stays. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, UserGroupId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { differing } from '../rules/differing.ts';
import {
  groupNameTaken,
  groupTextRefusal,
  groupTextRefusals,
  managedGroup,
  managedGroupRefusals,
} from '../rules/user-groups.ts';

export const updateUserGroup = defineCommand({
  name: 'update-user-group',
  input: z.object({
    groupId: idNamed(UserGroupId),
    name: z.string().optional(),
    description: z.string().optional(),
  }),
  refusals: [...groupTextRefusals, 'user-group-nothing-new', ...managedGroupRefusals, 'user-group-name-taken'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { groupId, ...input }, { realmId, actor, now }) {
    const wanted = { name: input.name?.trim(), description: input.description?.trim() };
    const isRenamed = wanted.name !== state.userGroups.byId.get(groupId)?.name;
    const refusal = groupTextRefusal({ ...wanted, name: isRenamed ? wanted.name : undefined });
    if (refusal) return refuse(refusal);
    if (wanted.name === undefined && wanted.description === undefined)
      return refuse({ code: 'user-group-nothing-new' });
    const managed = managedGroup(state, groupId, actor, now);
    if ('refusal' in managed) return refuse(managed.refusal);
    const { name, description } = managed.group;
    const taken = wanted.name === undefined ? undefined : groupNameTaken(state, wanted.name, groupId);
    if (taken) return refuse(taken);
    const changed = differing<{ name: string; description: string }>(wanted, { name, description });
    if (Object.keys(changed).length === 0) return accept([], {});
    const previous = {
      ...(changed.name === undefined ? {} : { name }),
      ...(changed.description === undefined ? {} : { description }),
    };
    return acceptEvent(logStream.realm(realmId), { type: 'UserGroupChanged', data: { groupId, changed, previous } });
  },
});
