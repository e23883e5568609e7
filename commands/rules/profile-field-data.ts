/** The data of custom profile fields: the options of a choice field, the service of an external account. */
import { z } from 'zod';
import { limits } from '../../src/vocabulary/limits.ts';
import { type ProfileField, type ProfileFieldType, profileFieldTypes } from '../../src/vocabulary/profile-fields.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';

/** Maps a key to the text of the option and its place in the order. */
const Choices = z.record(
  z.string().min(1).max(limits.profileChoiceLengthMax),
  z.object({
    text: z.string().trim().min(1).max(limits.profileChoiceLengthMax),
    order: z.union([z.string().max(10), z.int()]),
  }),
);
type Choices = z.infer<typeof Choices>;

/** `url_pattern` is for custom services; it contains `%(username)s` once. */
const ExternalAccount = z.object({
  subtype: z.enum(['github', 'twitter', 'custom']),
  url_pattern: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
});

export const FieldData = z.record(z.string(), z.json());
export type FieldData = z.infer<typeof FieldData>;

/** The stored form of the data: JSON text, or empty for types without data. */
export function fieldDataOf(
  type: ProfileFieldType,
  data: FieldData,
): { readonly text: string } | { readonly refusal: Refusal<'profile-field-data'> } {
  if (type === profileFieldTypes.choice) return choicesOf(data);
  if (type === profileFieldTypes.externalAccount) return externalAccountOf(data);
  return { text: '' };
}

function choicesOf(data: FieldData): { readonly text: string } | { readonly refusal: Refusal<'profile-field-data'> } {
  const count = Object.keys(data).length;
  if (count === 0) return invalid('Field must have at least one choice.');
  if (count > limits.profileChoicesMax)
    return invalid(`field_data has too many choices (limit: ${limits.profileChoicesMax})`);
  const choices = Choices.safeParse(data);
  if (!choices.success) return invalid('field_data must map each key to a text and an order');
  return { text: JSON.stringify(choices.data) };
}

function externalAccountOf(
  data: FieldData,
): { readonly text: string } | { readonly refusal: Refusal<'profile-field-data'> } {
  const account = ExternalAccount.safeParse(data);
  if (!account.success) return invalid('Invalid external account type');
  const { subtype, url_pattern: pattern } = account.data;
  if (subtype === 'custom' && pattern === undefined) return invalid('Custom external account must define url pattern');
  if (pattern !== undefined && pattern.split('%(username)s').length !== 2) return invalid('Malformed URL pattern.');
  return { text: JSON.stringify(account.data) };
}

const invalid = (detail: string): { readonly refusal: Refusal<'profile-field-data'> } => ({
  refusal: { code: 'profile-field-data', detail },
});

export const hasChoice = (field: ProfileField, key: string): boolean =>
  Object.hasOwn(JSON.parse(field.fieldData) as Choices, key);
