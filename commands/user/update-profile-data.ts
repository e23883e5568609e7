/** PATCH and DELETE /users/me/profile_data: changes the caller's own custom profile data. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';
import { ProfileChanges, profileChanged, profileRefusals, renderProfile } from '../rules/profile-data.ts';

export const updateProfileData = defineCommand({
  name: 'update-profile-data',
  input: z.object({ userId: UserId, changes: ProfileChanges }),
  refusals: ['user-missing', 'permission-insufficient', ...profileRefusals, 'person-changed-too-often'],
  stream: ({ userId }, realmId) => logStream.person(realmId, userId),
  prepare: (state, { changes }, tools) => renderProfile(state, changes, tools),
  decide(state, { userId, changes }, { realmId, actor, prepared }) {
    if (!state.directory.accounts.has(userId)) return refuse({ code: 'user-missing' });
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const profile = profileChanged(state, userId, changes, prepared);
    if ('refusal' in profile) return refuse(profile.refusal);
    const tooOften = personChangesRefusal(state, userId, profile.events, actor);
    if (tooOften) return refuse(tooOften);
    return accept([{ stream: logStream.person(realmId, userId), events: profile.events }], {
      characters: profile.characters,
    });
  },
});
