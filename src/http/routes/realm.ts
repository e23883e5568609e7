/** Custom profile fields. */
import { z } from 'zod';
import { createProfileField } from '../../../commands/realm/create-profile-field.ts';
import { deleteProfileField } from '../../../commands/realm/delete-profile-field.ts';
import { orderProfileFields } from '../../../commands/realm/order-profile-fields.ts';
import { updateProfileField } from '../../../commands/realm/update-profile-field.ts';
import type { Call } from '../../define/endpoint.ts';
import { realmProfileFields } from '../../queries/realm.ts';
import { ProfileFieldId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ProfileFieldSchema } from '../../wire/profile-data.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { dict, json, pathId, quotable, withValueSchema } from '../request/parameters.ts';
import type { Services } from '../services.ts';
import { textCost } from './shared/message-cost.ts';

const fieldType = z.literal([1, 2, 3, 4, 5, 6, 7], 'Invalid field type.');

/** The client event of any change contains all fields, so that their length is the cost. */
function chargeFields(
  { realmId, charge }: Pick<Call<unknown>, 'realmId' | 'charge'>,
  { realm: of }: Pick<Services, 'realm'>,
) {
  const { profileFields } = of(realmId).realm;
  charge(textCost({ characters: profileFields.reduce((sum, { fieldData }) => sum + fieldData.length, 0) }));
}

const postProfileField = defineEndpoint({
  id: 'createProfileField',
  route: 'POST /realm/profile_fields',
  summary: 'Create a custom profile field',
  description: 'Adds a field to the profiles of all people. Administrators only.',
  parameters: z.object({
    name: described(
      quotable(z.string().trim().max(limits.profileFieldNameLengthMax)).default(''),
      'Its label.',
      'Phone',
    ),
    hint: described(
      quotable(z.string().trim().max(limits.profileFieldHintLengthMax)).default(''),
      'A hint that is shown to people.',
      'With the country code',
    ),
    field_type: described(
      json(fieldType),
      '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 person, 7 external account.',
      1,
    ),
    field_data: described(
      withValueSchema(json(dict(z.json())), z.record(z.string(), z.unknown())).default({}),
      'For lists: the options. For external accounts: the kind of account.',
      {
        berlin: { text: 'Berlin', order: '1' },
      },
    ),
  }),
  response: z.object({ id: z.int().describe('The id of the field') }),
  example: { id: 1 },
  commands: [createProfileField],
  async handle(call, services) {
    const { name, hint, field_type: type, field_data: fieldData } = call.parameters;
    const { result } = await services.run(createProfileField, { name, hint, type, fieldData }, call);
    chargeFields(call, services);
    return { id: result.fieldId };
  },
});

const patchProfileField = defineChange({
  id: 'updateProfileField',
  route: 'PATCH /realm/profile_fields/:field_id',
  summary: 'Change a custom profile field',
  description:
    'Changes the label, the hint or the data of a field. Parameters that are absent are not changed. Administrators only.',
  parameters: z.object({
    field_id: described(pathId(ProfileFieldId), 'The id of the field.', 1),
    name: described(
      quotable(z.string().trim().max(limits.profileFieldNameLengthMax)).optional(),
      'Its label.',
      'Phone',
    ),
    hint: described(
      quotable(z.string().trim().max(limits.profileFieldHintLengthMax)).optional(),
      'A hint that is shown to people.',
      'With the country code',
    ),
    field_data: described(
      withValueSchema(json(dict(z.json())), z.record(z.string(), z.unknown())).optional(),
      'For lists: the options. For external accounts: the kind of account.',
      { berlin: { text: 'Berlin', order: '1' } },
    ),
  }),
  commands: [updateProfileField],
  async handle(call, services) {
    const { field_id: fieldId, name, hint, field_data: fieldData } = call.parameters;
    await services.run(updateProfileField, { fieldId, name, hint, fieldData }, call);
    chargeFields(call, services);
  },
});

const patchOrder = defineChange({
  id: 'reorderProfileFields',
  route: 'PATCH /realm/profile_fields',
  summary: 'Reorder custom profile fields',
  description: 'Puts the custom profile fields into another order. Administrators only.',
  parameters: z.object({
    order: described(json(z.array(z.int()).max(limits.profileFieldsMax)), 'The ids of all fields.', [2, 1]),
  }),
  commands: [orderProfileFields],
  async handle(call, services) {
    await services.run(orderProfileFields, { order: call.parameters.order }, call);
    chargeFields(call, services);
  },
});

const deleteProfileFieldById = defineChange({
  id: 'deleteProfileField',
  route: 'DELETE /realm/profile_fields/:field_id',
  summary: 'Delete a custom profile field',
  description: 'Removes a field with all its values. Administrators only.',
  parameters: z.object({ field_id: described(pathId(ProfileFieldId), 'The id of the field.', 1) }),
  commands: [deleteProfileField],
  async handle(call, services) {
    await services.run(deleteProfileField, { fieldId: call.parameters.field_id }, call);
    chargeFields(call, services);
  },
});

const listProfileFields = defineEndpoint({
  id: 'getProfileFields',
  route: 'GET /realm/profile_fields',
  summary: 'List custom profile fields',
  description: 'Returns the custom profile fields of the organization in their order.',
  tagged: true,
  response: z.object({ custom_fields: z.array(ProfileFieldSchema) }),
  example: { custom_fields: [{ id: 1, type: 1, name: 'Phone', hint: '', field_data: '', order: 1 }] },
  handle: (call, services) =>
    services.read(async (view) => ({ custom_fields: await realmProfileFields(view, call.realmId) })),
});

export const realm = [listProfileFields, postProfileField, patchProfileField, patchOrder, deleteProfileFieldById];
