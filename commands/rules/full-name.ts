/** Rules for full names: a name must be usable in a mention such as `@**Full Name|id**`. */
import { codePoints } from '../../src/vocabulary/code-points.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const fullNameRefusals = ['name-too-long', 'name-too-short', 'name-characters', 'name-format'] as const;

/** The name must already be trimmed. */
export function fullNameRefusal(fullName: string): RefusalIn<typeof fullNameRefusals> | undefined {
  const length = codePoints(fullName);
  if (length > limits.fullNameLengthMax) return { code: 'name-too-long' };
  if (length < limits.fullNameLengthMin) return { code: 'name-too-short' };
  // Control, format, private and unassigned characters could make a name look like another one.
  if (/[*`\\>"@\p{C}]/u.test(fullName) || hasUnfitCharacters(fullName)) return { code: 'name-characters' };
  if (/\|[0-9]+$/.test(fullName)) return { code: 'name-format' };
  return undefined;
}
