/** The read model `user-groups`: one document for each user group. */
import { defineProjection, type Handler } from '../src/define/projection.ts';
import type { EventType, Recorded } from '../src/vocabulary/events/index.ts';
import type { UserGroupId, UserId } from '../src/vocabulary/ids.ts';

export type UserGroupDocument = {
  readonly realmId: number;
  readonly groupId: UserGroupId;
  readonly name: string;
  readonly description: string;
  /** Ascending. */
  readonly members: readonly UserId[];
};

const documentId = (realmId: number, groupId: number): string => `${realmId}.${groupId}`;

type GroupEvent = Extract<EventType, 'UserGroupChanged' | 'UserGroupMembersAdded' | 'UserGroupMembersRemoved'>;

const changes = <T extends GroupEvent>(
  change: (event: Recorded<T>, before: UserGroupDocument) => Partial<UserGroupDocument>,
): Handler<UserGroupDocument, T> => ({
  reads: ({ realmId, data }) => [documentId(realmId, data.groupId)],
  apply: (event, own) => {
    const id = documentId(event.realmId, event.data.groupId);
    const before = own.get(id);
    return before ? [{ op: 'put', id, document: { ...before, ...change(event, before) } }] : [];
  },
});

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
      members: [...new Set([...members, ...data.userIds])].sort((a, b) => a - b),
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
