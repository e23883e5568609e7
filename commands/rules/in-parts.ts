/** An event names a limited number of users, so that no event is larger than the log accepts. */
import type { UserId } from '../../src/vocabulary/ids.ts';
import { namedPerEventMax } from '../../src/vocabulary/limits.ts';

/** The users in the same order, in parts of as many as one event may name; no parts for no users. */
export function inParts(userIds: readonly UserId[]): UserId[][] {
  const parts: UserId[][] = [];
  for (let from = 0; from < userIds.length; from += namedPerEventMax)
    parts.push(userIds.slice(from, from + namedPerEventMax));
  return parts;
}
