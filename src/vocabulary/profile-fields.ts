/** Custom profile fields of an organization. */
import { z } from 'zod';
import { ProfileFieldId } from './ids.ts';

export const profileFieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  user: 6,
  externalAccount: 7,
} as const;
export const ProfileFieldType = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
]);
export type ProfileFieldType = z.infer<typeof ProfileFieldType>;

export const ProfileField = z.object({
  id: ProfileFieldId,
  name: z.string(),
  hint: z.string(),
  type: ProfileFieldType,
  /** JSON text: the choices of a choice field, or the service of an external account. Empty for other types. */
  fieldData: z.string(),
});
export type ProfileField = z.infer<typeof ProfileField>;

/** The properties of a field that can be changed. */
export const ProfileFieldTexts = ProfileField.pick({ name: true, hint: true, fieldData: true });

/** The fields in another order. Those that `order` does not name come last. */
export function inOrder(fields: readonly ProfileField[], order: readonly ProfileFieldId[]): ProfileField[] {
  const place = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ id }: ProfileField): number => place.get(id) ?? order.length;
  return [...fields].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Types whose values are Markdown and have a `rendered_value`. */
export const isRenderedField = (type: ProfileFieldType): boolean =>
  type === profileFieldTypes.shortText || type === profileFieldTypes.longText;
