/** Events of `realm-…` about user groups: names under which several users are mentioned at once. */
import { z } from 'zod';
import { UserGroupId, UserId } from '../ids.ts';

const Named = z.object({ name: z.string(), description: z.string() });

export const userGroupEvents = {
  UserGroupCreated: z.object({
    groupId: UserGroupId,
    name: z.string(),
    description: z.string(),
    /** Ascending. */
    members: z.array(UserId),
  }),
  /** Only the changes, with the previous values. */
  UserGroupChanged: z.object({ groupId: UserGroupId, changed: Named.partial(), previous: Named.partial() }),
  UserGroupMembersAdded: z.object({ groupId: UserGroupId, userIds: z.array(UserId) }),
  UserGroupMembersRemoved: z.object({ groupId: UserGroupId, userIds: z.array(UserId) }),
  UserGroupDeleted: z.object({ groupId: UserGroupId, name: z.string() }),
} as const;
