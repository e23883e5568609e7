/** Adds a custom profile field. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { ProfileFieldType } from '../../src/vocabulary/profile-fields.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { FieldData, fieldDataOf } from '../rules/profile-field-data.ts';

export const createProfileField = defineCommand({
  name: 'create-profile-field',
  input: z.object({
    name: z.string().trim().max(limits.profileFieldNameLengthMax),
    hint: z.string().trim().max(limits.profileFieldHintLengthMax),
    type: ProfileFieldType,
    /** Only choice fields and external accounts have data. */
    fieldData: FieldData,
  }),
  refusals: [
    'profile-field-name-blank',
    'profile-field-data',
    'administrator-required',
    'profile-field-name-taken',
    'profile-fields-too-many',
  ],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, input, { realmId, actor, generate }) {
    const name = input.name.trim();
    if (name === '') return refuse({ code: 'profile-field-name-blank' });
    const data = fieldDataOf(input.type, input.fieldData);
    if ('refusal' in data) return refuse(data.refusal);
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const { profileFields } = state.realm;
    if (profileFields.some((field) => field.name === name)) return refuse({ code: 'profile-field-name-taken' });
    if (profileFields.length >= limits.profileFieldsMax)
      return refuse({ code: 'profile-fields-too-many', max: limits.profileFieldsMax });
    const field = {
      id: generate.profileFieldId(),
      name,
      hint: input.hint.trim(),
      type: input.type,
      fieldData: data.text,
    };
    const created = { type: 'ProfileFieldCreated', data: { field } } as const;
    return acceptEvent(logStream.realm(realmId), created, { fieldId: field.id });
  },
});
