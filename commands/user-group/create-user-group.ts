/** POST /user_groups/create: adds a name with which several users are mentioned at a time. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import { UserGroupId, type UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import {
  groupNameTaken,
  groupRightsRefusal,
  groupRightsRefusals,
  groupTextRefusal,
  groupTextRefusals,
  tooManyMembers,
  unknownMember,
} from '../rules/user-groups.ts';

export const createUserGroup = defineCommand({
  name: 'create-user-group',
  input: z.object({ name: z.string(), description: z.string(), members: z.array(z.int()) }),
  refusals: [
    ...groupTextRefusals,
    'user-group-members-too-many',
    ...groupRightsRefusals,
    'user-groups-too-many',
    'recipient-id-unknown',
    'user-group-name-taken',
  ],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, input, { realmId, actor, now }) {
    const name = input.name.trim();
    const description = input.description.trim();
    const members = ascending(input.members as UserId[]);
    const refusal =
      groupTextRefusal({ name, description }) ??
      tooManyMembers(members.length) ??
      groupRightsRefusal(state, actor, now) ??
      unknownMember(state, members) ??
      groupNameTaken(state, name);
    if (refusal) return refuse(refusal);
    if (state.userGroups.byId.size >= limits.userGroupsMax)
      return refuse({ code: 'user-groups-too-many', max: limits.userGroupsMax });
    const groupId = UserGroupId.parse(state.userGroups.groupIdMax + 1);
    return acceptEvent(
      logStream.realm(realmId),
      { type: 'UserGroupCreated', data: { groupId, name, description, members } },
      { groupId },
    );
  },
});
