/** What an organization asks of its people (api-facts §9). */
import { z } from 'zod';
import { createProfileField } from '../../../commands/realm/create-profile-field.ts';
import { deleteProfileField } from '../../../commands/realm/delete-profile-field.ts';
import { FieldData } from '../../../commands/rules/profile-field-data.ts';
import { ProfileFieldId } from '../../vocabulary/ids.ts';
import { profileFieldHintLengthMax, profileFieldNameLengthMax } from '../../vocabulary/limits.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { json, pathId, quotable } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';

const fieldType = z.literal([1, 2, 3, 4, 5, 6, 7], 'Invalid field type.');

const postProfileField = defineEndpoint({
  method: 'POST',
  path: '/realm/profile_fields',
  summary: 'Add a custom profile field',
  section: 'api-facts §9',
  access: 'user',
  parameters: z.object({
    name: quotable(z.string().trim().max(profileFieldNameLengthMax)).default(''),
    hint: quotable(z.string().trim().max(profileFieldHintLengthMax)).default(''),
    field_type: json(fieldType),
    field_data: json(FieldData).default({}),
  }),
  response: z.object({ id: z.int() }),
  refusals: [
    'administrator-required',
    'profile-field-name-blank',
    'profile-field-name-taken',
    'profile-field-data',
    'profile-fields-too-many',
  ],
  async handle(call, services) {
    const { name, hint, field_type: type, field_data: fieldData } = call.parameters;
    const { result } = await services.run(createProfileField, { name, hint, type, fieldData }, byCaller(call));
    return { id: result.fieldId };
  },
});

const deleteProfileFieldById = defineEndpoint({
  method: 'DELETE',
  path: '/realm/profile_fields/:field_id',
  summary: 'Remove a custom profile field',
  section: 'api-facts §9',
  access: 'user',
  parameters: z.object({ field_id: pathId(ProfileFieldId) }),
  response: z.object({}),
  refusals: ['administrator-required', 'profile-field-missing'],
  async handle(call, services) {
    await services.run(deleteProfileField, { fieldId: call.parameters.field_id }, byCaller(call));
    return {};
  },
});

export const realm: readonly AnyEndpoint[] = [postProfileField, deleteProfileFieldById];
