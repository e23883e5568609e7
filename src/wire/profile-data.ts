/** Custom profile fields as clients see them, and a user's values in them (spec, User; api-facts §9). */
import { type ProfileField, profileFieldTypes } from '../vocabulary/profile-fields.ts';
import type { ProfileData } from './user.ts';

export type ProfileFieldObject = {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly field_data: string;
  readonly order: number;
};

/** In the organization's order, counted from 1. */
export const profileFieldObjects = (fields: readonly ProfileField[]): ProfileFieldObject[] =>
  fields.map(({ id, type, name, hint, fieldData }, index) => ({
    id,
    type,
    name,
    hint,
    field_data: fieldData,
    order: index + 1,
  }));

/** Values of fields that the organization still has. */
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

/** What kinds of fields there are: `custom_profile_field_types` (api-facts §3.1). */
export const profileFieldTypeObjects = {
  SHORT_TEXT: { id: profileFieldTypes.shortText, name: 'Short text' },
  LONG_TEXT: { id: profileFieldTypes.longText, name: 'Long text' },
  CHOICE: { id: profileFieldTypes.choice, name: 'List of options' },
  DATE: { id: profileFieldTypes.date, name: 'Date picker' },
  URL: { id: profileFieldTypes.link, name: 'Link' },
  USER: { id: profileFieldTypes.user, name: 'Person picker' },
  EXTERNAL_ACCOUNT: { id: profileFieldTypes.externalAccount, name: 'External account' },
} as const;
