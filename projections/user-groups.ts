/** The read model `user-groups`: one document for each user group. */
import { changesOf, defineProjection, puts, removes } from '../src/define/projection.ts';
import { ascending } from '../src/vocabulary/ascending.ts';
import type { UserGroupId, UserId } from '../src/vocabulary/ids.ts';

type UserGroupDocument = {
  readonly realmId: number;
  readonly groupId: UserGroupId;
  readonly name: string;
  readonly description: string;
  /** Ascending. */
  readonly members: readonly UserId[];
};

const documentId = (realmId: number, groupId: number): string => `${realmId}.${groupId}`;

const changes = changesOf<UserGroupDocument, 'UserGroupChanged' | 'UserGroupMembersAdded' | 'UserGroupMembersRemoved'>(
  ({ realmId, data }) => documentId(realmId, data.groupId),
);

export const userGroups = defineProjection<UserGroupDocument>({
  name: 'userGroups',
  version: 1,
  indexes: { byId: ['realmId', 'groupId'] },
  on: {
    UserGroupCreated: puts(({ realmId, data }) => [documentId(realmId, data.groupId), { realmId, ...data }]),
    UserGroupChanged: changes(({ data }) => data.changed),
    UserGroupMembersAdded: changes(({ data }, { members }) => ({
      members: ascending([...members, ...data.userIds]),
    })),
    UserGroupMembersRemoved: changes(({ data }, { members }) => {
      const gone = new Set(data.userIds);
      return { members: members.filter((userId) => !gone.has(userId)) };
    }),
    UserGroupDeleted: removes(({ realmId, data }) => documentId(realmId, data.groupId)),
  },
});
