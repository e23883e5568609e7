/** What a narrow searches for, in all its searches together: for highlighting. */
import type { SearchTerm } from '../../vocabulary/words.ts';
import type { Resolved } from './condition.ts';

/** Undefined where it does not search at all; what it wants left out is nothing to highlight. */
export function searchedFor({ conditions }: Resolved): readonly SearchTerm[] | undefined {
  const searches = conditions.filter((condition) => condition.kind === 'search');
  if (searches.length === 0) return undefined;
  return searches.filter(({ negated }) => !negated).flatMap(({ terms }) => terms);
}
