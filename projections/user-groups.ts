/** The read model `user-groups`: one document for each user group. */
import { changesOf, defineProjection } from '../src/define/projection.ts';
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
    UserGroupCreated: {
      apply: ({ realmId, data }) => [
        { op: 'put', id: documentId(realmId, data.groupId), document: { realmId, ...data } },
      ],
    },
    UserGroupChanged: changes<'UserGroupChanged'>(({ data }) => data.changed),
    UserGroupMembersAdded: changes<'UserGroupMembersAdded'>(({ data }, { members }) => ({
      members: ascending([...members, ...data.userIds]),
    })),
    UserGroupMembersRemoved: changes<'UserGroupMembersRemoved'>(({ data }, { members }) => {
      const gone = new Set(data.userIds);
      return { members: members.filter((userId) => !gone.has(userId)) };
    }),
    UserGroupDeleted: {
      apply: ({ realmId, data }) => [{ op: 'remove', id: documentId(realmId, data.groupId) }],
    },
  },
});
