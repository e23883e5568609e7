/** The search terms of a narrow that are highlighted in the messages it finds. */
import type { SearchTerm } from '../../vocabulary/words.ts';
import type { Resolved } from './condition.ts';

/** The terms of all searches that are not negated. Undefined if the narrow has no search. */
export function highlightedTerms({ conditions }: Resolved): readonly SearchTerm[] | undefined {
  const searches = conditions.filter((condition) => condition.kind === 'search');
  if (searches.length === 0) return undefined;
  return searches.filter(({ negated }) => !negated).flatMap(({ search }) => search.terms);
}
