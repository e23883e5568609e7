/** Deletes a custom profile field. Its values are no longer shown. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, ProfileFieldId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const deleteProfileField = defineCommand({
  name: 'delete-profile-field',
  input: z.object({ fieldId: idNamed(ProfileFieldId) }),
  refusals: ['administrator-required', 'profile-field-missing'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { fieldId }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    if (!state.realm.profileFields.some(({ id }) => id === fieldId))
      return refuse({ code: 'profile-field-missing', fieldId });
    return acceptEvent(logStream.realm(realmId), { type: 'ProfileFieldDeleted', data: { fieldId } });
  },
});
