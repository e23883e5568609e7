/** PATCH /users/{user_id}: an administrator changes a user's name, role or profile. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { type Account, botsOf, botsOfOthers } from '../../src/state/directory.ts';
import { fullNameOf } from '../../src/state/people.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { guest, isAdministrator, member, Role } from '../../src/vocabulary/roles.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { dismissals, endedByRole } from '../rules/auditors.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';
import { ProfileChanges, profileChanged, profileRefusals, renderProfile } from '../rules/profile-data.ts';
import { roleRefusal, roleRefusals } from '../rules/roles.ts';

export const updateUser = defineCommand({
  name: 'update-user',
  input: z.object({
    userId: idNamed(UserId),
    fullName: z.string().optional(),
    role: Role.optional(),
    profileData: ProfileChanges.optional(),
  }),
  refusals: [
    ...fullNameRefusals,
    'permission-insufficient',
    'user-missing',
    ...roleRefusals,
    ...profileRefusals,
    'person-changed-too-often',
  ],
  stream: (_input, realmId) => logStream.directory(realmId),
  prepare: (state, { profileData = [] }, tools) => renderProfile(state, profileData, tools),
  decide(state, { userId, role, profileData = [], ...input }, { realmId, actor, prepared }) {
    const fullName = input.fullName?.trim();
    const badName = fullName === undefined ? undefined : fullNameRefusal(fullName);
    if (badName) return refuse(badName);
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'permission-insufficient' });
    const target = state.directory.accounts.get(userId);
    if (!target || isSystemBot(target)) return refuse({ code: 'user-missing' });
    const badRole = role === undefined ? undefined : roleRefusal(state, actor, target, role);
    if (badRole) return refuse(badRole);
    const profile = profileChanged(state, userId, profileData, prepared);
    if ('refusal' in profile) return refuse(profile.refusal);

    const roleEvents = role === undefined || role === target.role ? [] : roleChanged(state, target, role);
    const previousFullName = fullNameOf(state, userId);
    const nameEvents: DomainEvent[] =
      fullName === undefined || fullName === previousFullName
        ? []
        : [{ type: 'FullNameChanged', data: { userId, fullName, previousFullName } }];
    const ofPerson = [...nameEvents, ...profile.events];
    const tooOften = personChangesRefusal(state, userId, ofPerson, actor);
    if (tooOften) return refuse(tooOften);
    return accept(
      [
        dismissals(state, endedByRole(state, userId, target.role, role ?? target.role), 'role-changed'),
        { stream: logStream.directory(realmId), events: [...roleEvents, ...botsFollow(state, target, role)] },
        { stream: logStream.person(realmId, userId), events: ofPerson },
      ],
      { characters: profile.characters },
    );
  },
});

/** A bot may do what its owner may. The bots of guests are guests, even deactivated bots. */
function botsFollow(state: RealmState, { userId, role: previous, bot }: Account, role = previous): DomainEvent[] {
  if (bot || (role === guest) === (previous === guest)) return [];
  const follows = role === guest ? guest : member;
  return botsOf(state.directory, userId).flatMap((own): DomainEvent[] =>
    own.role === follows
      ? []
      : [{ type: 'UserRoleChanged', data: { userId: own.userId, role: follows, previousRole: own.role } }],
  );
}

/**
 * Clients get an event for each bot that the new role shows or hides. One event leads to a limited number of client events, so that many
 * bots are separate events.
 */
function roleChanged(state: RealmState, target: Account, role: Role): DomainEvent[] {
  const { userId, role: previousRole } = target;
  const visible = isAdministrator(role);
  const botIds = target.bot || visible === isAdministrator(previousRole) ? [] : botsOfOthers(state.directory, userId);
  const change = { userId, role, previousRole };
  if (botIds.length <= limits.namedPerEventMax) return [{ type: 'UserRoleChanged', data: change }];
  return [
    { type: 'UserRoleChanged', data: { ...change, botsFollow: true } },
    ...inParts(botIds).map(
      (part): DomainEvent => ({ type: 'BotVisibilityChanged', data: { userId, botIds: part, visible } }),
    ),
  ];
}
