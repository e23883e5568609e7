/**
 * PATCH /realm/profile_fields/{field_id}: changes the label, hint or data of a field. Values that are not named stay, and so does the type.
 */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, ProfileFieldId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { ProfileField } from '../../src/vocabulary/profile-fields.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { differing } from '../rules/differing.ts';
import { FieldData, fieldDataOf } from '../rules/profile-field-data.ts';

type Texts = Pick<ProfileField, 'name' | 'hint' | 'fieldData'>;

export const updateProfileField = defineCommand({
  name: 'update-profile-field',
  input: z.object({
    fieldId: idNamed(ProfileFieldId),
    name: z.string().trim().max(limits.profileFieldNameLengthMax).optional(),
    hint: z.string().trim().max(limits.profileFieldHintLengthMax).optional(),
    fieldData: FieldData.optional(),
  }),
  refusals: [
    'profile-field-name-blank',
    'administrator-required',
    'profile-field-missing',
    'profile-field-data',
    'profile-field-name-taken',
  ],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { fieldId, name, hint, fieldData }, { realmId, actor }) {
    if (name === '') return refuse({ code: 'profile-field-name-blank' });
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const field = state.realm.profileFields.find(({ id }) => id === fieldId);
    if (!field) return refuse({ code: 'profile-field-missing', fieldId });
    const data = fieldData === undefined ? undefined : fieldDataOf(field.type, fieldData);
    if (data && 'refusal' in data) return refuse(data.refusal);
    if (state.realm.profileFields.some((other) => other.name === name && other.id !== fieldId))
      return refuse({ code: 'profile-field-name-taken' });
    const changed = differing<Texts>({ name, hint, fieldData: data?.text }, field);
    if (Object.keys(changed).length === 0) return accept([], {});
    const previous: Partial<Texts> = {};
    for (const property of Object.keys(changed) as (keyof Texts)[]) previous[property] = field[property];
    return acceptEvent(logStream.realm(realmId), { type: 'ProfileFieldChanged', data: { fieldId, changed, previous } });
  },
});
