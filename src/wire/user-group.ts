/** User groups in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { UserGroupId, UserId } from '../vocabulary/ids.ts';

export const UserGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    members: z.array(z.int()).describe('Ids of users, ascending'),
  })
  .meta({ id: 'UserGroup', description: 'A name under which several users are mentioned at once.' });
export type UserGroupObject = DeepReadonly<z.infer<typeof UserGroup>>;

/** The input of a group. Both the folded state and the read model have these fields. */
type UserGroupFacts = {
  readonly groupId: UserGroupId;
  readonly name: string;
  readonly description: string;
  readonly members: readonly UserId[];
};

export const userGroupObject = ({ groupId, name, description, members }: UserGroupFacts): UserGroupObject => ({
  id: groupId,
  name,
  description,
  members,
});
