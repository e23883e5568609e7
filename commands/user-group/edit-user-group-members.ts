/** POST /user_groups/{user_group_id}/members: adds and removes users. Either everything is done or nothing. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { idNamed, UserGroupId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { managedGroup, managedGroupRefusals, tooManyMembers, unknownMember } from '../rules/user-groups.ts';

export const editUserGroupMembers = defineCommand({
  name: 'edit-user-group-members',
  input: z.object({ groupId: idNamed(UserGroupId), add: z.array(z.int()), remove: z.array(z.int()) }),
  refusals: [
    'nothing-to-do',
    ...managedGroupRefusals,
    'user-group-members-too-many',
    'recipient-id-unknown',
    'user-group-already-member',
    'user-group-no-such-member',
  ],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { groupId, ...input }, { realmId, actor, now }) {
    const add = ascending(input.add as UserId[]);
    const remove = ascending(input.remove as UserId[]);
    if (add.length === 0 && remove.length === 0) return refuse({ code: 'nothing-to-do' });
    const managed = managedGroup(state, groupId, actor, now);
    if ('refusal' in managed) return refuse(managed.refusal);
    const members = new Set(managed.group.members);
    const tooMany = tooManyMembers(members.size + add.length);
    if (tooMany) return refuse(tooMany);
    const unknown = unknownMember(state, add);
    if (unknown) return refuse(unknown);
    const already = add.find((userId) => members.has(userId));
    if (already !== undefined) return refuse({ code: 'user-group-already-member', userId: already });
    const stranger = remove.find((userId) => !members.has(userId) && !add.includes(userId));
    if (stranger !== undefined) return refuse({ code: 'user-group-no-such-member', userId: stranger });
    const events: DomainEvent[] = [
      ...(add.length > 0 ? [{ type: 'UserGroupMembersAdded' as const, data: { groupId, userIds: add } }] : []),
      ...(remove.length > 0 ? [{ type: 'UserGroupMembersRemoved' as const, data: { groupId, userIds: remove } }] : []),
    ];
    return accept([{ stream: logStream.realm(realmId), events }], {});
  },
});
