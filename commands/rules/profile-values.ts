/** The values that a custom profile field may have, by its type. Values are stored as text; a list of users is stored as JSON. */
import { z } from 'zod';
import { listToFirstFault } from '../../src/define/first-fault.ts';
import { isActive } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type ProfileField, type ProfileFieldType, profileFieldTypes } from '../../src/vocabulary/profile-fields.ts';
import { hasChoice } from './profile-field-data.ts';

const UserIds = listToFirstFault(z.array(z.int()));

export const ProfileValue = z.union([z.string(), UserIds, z.null()]);
export type ProfileValue = z.infer<typeof ProfileValue>;

/** `text` is null if the value is removed. `detail`: the fault, in the words of the API. */
export type Kept = { readonly text: string | null } | { readonly detail: string };

const Url = z.url({ protocol: /^https?$/ });

export function keptValue(state: RealmState, field: ProfileField, value: ProfileValue): Kept {
  if (value === null || value.length === 0) return { text: null };
  if (field.type === profileFieldTypes.user) return users(state, value);
  if (typeof value !== 'string') return { detail: `${field.name} is not a string` };
  const lengthMax = lengthMaxOf(field.type);
  if (codePoints(value) > lengthMax) return { detail: `${field.name} is too long (limit: ${lengthMax} characters)` };
  return formOf(field, value);
}

const lengthMaxOf = (type: ProfileFieldType): number =>
  type === profileFieldTypes.shortText || type === profileFieldTypes.externalAccount
    ? limits.shortProfileValueLengthMax
    : limits.profileValueLengthMax;

function formOf(field: ProfileField, value: string): Kept {
  switch (field.type) {
    case profileFieldTypes.date:
      return isDate(value) ? { text: value } : { detail: `${field.name} is not a date` };
    case profileFieldTypes.link:
      return Url.safeParse(value).success ? { text: value } : { detail: `${field.name} is not a URL` };
    case profileFieldTypes.choice:
      return hasChoice(field, value)
        ? { text: value }
        : { detail: `'${value}' is not a valid choice for '${field.name}'.` };
    default:
      return { text: value };
  }
}

/** An existing day, `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Users, as a list or as the JSON text of one. */
function users(state: RealmState, value: string | number[]): Kept {
  const tooLong = { detail: `User IDs is too long (limit: ${limits.profileValueLengthMax} characters)` };
  // A text may be a megabyte. It is refused without being parsed.
  if (typeof value === 'string' && value.length > limits.profileValueLengthMax) return tooLong;
  const ids = typeof value === 'string' ? parseIds(value) : value;
  if (ids === undefined) return { detail: 'User IDs is not a list' };
  for (const id of ids) {
    const account = state.directory.accounts.get(id as UserId);
    if (!account) return { detail: `Invalid user ID: ${id}` };
    if (!isActive(state.directory, account.userId)) return { detail: `User with ID ${id} is deactivated` };
    if (account.bot) return { detail: `User with ID ${id} is a bot` };
  }
  const text = JSON.stringify([...new Set(ids)]);
  if (text.length > limits.profileValueLengthMax) return tooLong;
  return { text: ids.length === 0 ? null : text };
}

function parseIds(text: string): number[] | undefined {
  try {
    return UserIds.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
