/** Rules for the names and members of user groups, and for changing them. */
import type { Actor } from '../../src/define/command.ts';
import { isActive } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { groupNamed, type UserGroup } from '../../src/state/user-groups.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { Millis, UserGroupId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';
import { accountOf, actsAsAdministrator } from './acting.ts';
import { obstacleTo } from './member-policies.ts';

export const groupTextRefusals = ['user-group-name-invalid', 'user-group-text-too-long'] as const;

/** The texts must be trimmed. A name must be usable in a mention. */
export function groupTextRefusal({
  name,
  description = '',
}: {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}): RefusalIn<typeof groupTextRefusals> | undefined {
  if (name !== undefined && (name === '' || name.includes('*') || hasUnfitCharacters(name)))
    return { code: 'user-group-name-invalid' };
  if (name !== undefined && codePoints(name) > limits.userGroupNameLengthMax)
    return { code: 'user-group-text-too-long', parameter: 'name', lengthMax: limits.userGroupNameLengthMax };
  if (codePoints(description) > limits.userGroupDescriptionLengthMax)
    return {
      code: 'user-group-text-too-long',
      parameter: 'description',
      lengthMax: limits.userGroupDescriptionLengthMax,
    };
  return undefined;
}

export const groupRightsRefusals = ['bot-requests-refused', 'guest-not-allowed', 'administrator-required'] as const;

/** Refuses actors to whom the organization's settings do not permit creating and changing groups. */
export function groupRightsRefusal(
  state: RealmState,
  actor: Actor,
  now: Millis,
): RefusalIn<typeof groupRightsRefusals> | undefined {
  if (accountOf(state, actor)?.bot) return { code: 'bot-requests-refused' };
  const obstacle = obstacleTo(state, actor, 'user_group_edit_policy', now);
  if (obstacle === undefined) return undefined;
  return { code: obstacle === 'guest' ? 'guest-not-allowed' : 'administrator-required' };
}

export const managedGroupRefusals = [...groupRightsRefusals, 'user-group-missing', 'user-group-not-member'] as const;

/** The group, if the actor may change it as a member or as an administrator. */
export function managedGroup(
  state: RealmState,
  groupId: UserGroupId,
  actor: Actor,
  now: Millis,
): { readonly group: UserGroup } | { readonly refusal: RefusalIn<typeof managedGroupRefusals> } {
  const refusal = groupRightsRefusal(state, actor, now);
  if (refusal) return { refusal };
  const group = state.userGroups.byId.get(groupId);
  if (!group) return { refusal: { code: 'user-group-missing' } };
  const isMember = actor !== null && group.members.includes(actor);
  return isMember || actsAsAdministrator(state, actor) ? { group } : { refusal: { code: 'user-group-not-member' } };
}

export function groupNameTaken(
  { userGroups }: RealmState,
  name: string,
  except?: UserGroupId,
): Refusal<'user-group-name-taken'> | undefined {
  const holder = groupNamed(userGroups, name);
  return holder && holder.groupId !== except ? { code: 'user-group-name-taken', name } : undefined;
}

/** Refuses users who may not be in a group. */
export function unknownMember(
  state: RealmState,
  userIds: readonly number[],
): Refusal<'recipient-id-unknown'> | undefined {
  for (const userId of userIds) {
    const account = state.directory.accounts.get(userId as UserId);
    if (!account || !isActive(state.directory, account.userId) || isSystemBot(account))
      return { code: 'recipient-id-unknown', userId };
  }
  return undefined;
}

export const tooManyMembers = (count: number): Refusal<'user-group-members-too-many'> | undefined =>
  count > limits.userGroupMembersMax
    ? { code: 'user-group-members-too-many', max: limits.userGroupMembersMax }
    : undefined;
