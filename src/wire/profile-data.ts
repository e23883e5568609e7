/** Custom profile fields, and a user's values for them, in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { type ProfileField, profileFieldTypes } from '../vocabulary/profile-fields.ts';
import type { ProfileData } from './user.ts';

export const ProfileFieldSchema = z
  .object({
    id: z.int(),
    type: z
      .int()
      .describe('1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 person, 7 external account'),
    name: z.string(),
    hint: z.string(),
    field_data: z.string().describe('JSON: the options of a list, or the kind of an external account; else empty'),
    order: z.int().describe('Counted from 1'),
  })
  .meta({ id: 'ProfileField', description: 'A custom profile field of the organization.' });
export type ProfileFieldObject = DeepReadonly<z.infer<typeof ProfileFieldSchema>>;

/** In the organization's order. `order` counts from 1. */
export const profileFieldObjects = (fields: readonly ProfileField[]): ProfileFieldObject[] =>
  fields.map(({ id, type, name, hint, fieldData }, index) => ({
    id,
    type,
    name,
    hint,
    field_data: fieldData,
    order: index + 1,
  }));

/** The values of those fields that the organization still has. */
export function profileData(
  fields: readonly ProfileField[],
  values: Readonly<Record<string, { readonly value: string; readonly rendered?: string }>>,
): ProfileData {
  const data: Record<string, { value: string; rendered_value?: string }> = {};
  for (const { id } of fields) {
    const held = values[id];
    if (held)
      data[id] = { value: held.value, ...(held.rendered === undefined ? {} : { rendered_value: held.rendered }) };
  }
  return data;
}

/** The field types: `custom_profile_field_types` of a registration. */
export const profileFieldTypeObjects = {
  SHORT_TEXT: { id: profileFieldTypes.shortText, name: 'Short text' },
  LONG_TEXT: { id: profileFieldTypes.longText, name: 'Long text' },
  CHOICE: { id: profileFieldTypes.choice, name: 'List of options' },
  DATE: { id: profileFieldTypes.date, name: 'Date picker' },
  URL: { id: profileFieldTypes.link, name: 'Link' },
  USER: { id: profileFieldTypes.user, name: 'Person picker' },
  EXTERNAL_ACCOUNT: { id: profileFieldTypes.externalAccount, name: 'External account' },
} as const;
