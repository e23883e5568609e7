/** An event names only so many users, so that none outgrows the log (design, Events). */
import type { UserId } from '../../src/vocabulary/ids.ts';
import { namedPerEventMax } from '../../src/vocabulary/limits.ts';

/** The users in the same order, as many at a time as one event may name; none for nobody. */
export function inParts(userIds: readonly UserId[]): UserId[][] {
  const parts: UserId[][] = [];
  for (let from = 0; from < userIds.length; from += namedPerEventMax)
    parts.push(userIds.slice(from, from + namedPerEventMax));
  return parts;
}
