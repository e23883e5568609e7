/** An event names a limited number of users or messages, so that no event is larger than the log accepts. */
import { limits } from './limits.ts';

/**
 * The same items in the same order, in parts of at most `max`. There are no parts if there are no items. By default a part has as many
 * items as one event may name.
 */
export function inParts<T>(all: readonly T[], max = limits.namedPerEventMax): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < all.length; from += max) parts.push(all.slice(from, from + max));
  return parts;
}
