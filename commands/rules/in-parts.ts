/** An event names a limited number of users or messages, so that no event is larger than the log accepts. */
import { namedPerEventMax } from '../../src/vocabulary/limits.ts';

/** The same items in the same order, in parts of as many as one event may name; no parts for no items. */
export function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < all.length; from += namedPerEventMax) parts.push(all.slice(from, from + namedPerEventMax));
  return parts;
}
