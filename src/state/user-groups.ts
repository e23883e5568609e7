/** User groups: their names and members. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import { ascending } from '../vocabulary/ascending.ts';
import { foldName } from '../vocabulary/fold-case.ts';
import type { UserGroupId, UserId } from '../vocabulary/ids.ts';
import { forgetName } from './names.ts';

export type UserGroup = {
  readonly groupId: UserGroupId;
  readonly name: string;
  readonly description: string;
  /** Ascending. A deactivated user stays a member. */
  readonly members: readonly UserId[];
};

type UserGroups = {
  byId: Map<UserGroupId, UserGroup>;
  /** Maps a case-folded name to the group. */
  byName: Map<string, UserGroupId>;
  groupIdMax: number;
};

export const userGroupsState: StatePart<UserGroups> = {
  initial: () => ({ byId: new Map(), byName: new Map(), groupIdMax: 0 }),
  on: {
    UserGroupCreated({ data }, groups) {
      groups.byId.set(data.groupId, { ...data });
      groups.byName.set(foldName(data.name), data.groupId);
      groups.groupIdMax = Math.max(groups.groupIdMax, data.groupId);
    },
    UserGroupChanged({ data: { groupId, changed } }, groups) {
      const before = groups.byId.get(groupId);
      if (!before) return;
      forgetName(groups.byName, before.name, groupId);
      const after = { ...before, ...changed };
      groups.byId.set(groupId, after);
      groups.byName.set(foldName(after.name), groupId);
    },
    UserGroupMembersAdded: ({ data: { groupId, userIds } }, { byId }) =>
      changeEntry(byId, groupId, ({ members }) => ({ members: ascending([...members, ...userIds]) })),
    UserGroupMembersRemoved({ data: { groupId, userIds } }, { byId }) {
      const gone = new Set(userIds);
      changeEntry(byId, groupId, ({ members }) => ({ members: members.filter((id) => !gone.has(id)) }));
    },
    UserGroupDeleted({ data: { groupId } }, groups) {
      const before = groups.byId.get(groupId);
      if (before) forgetName(groups.byName, before.name, groupId);
      groups.byId.delete(groupId);
    },
  },
};

export function groupNamed({ byId, byName }: UserGroups, name: string): UserGroup | undefined {
  const groupId = byName.get(foldName(name));
  return groupId === undefined ? undefined : byId.get(groupId);
}
