import type { SearchTerm } from '../../vocabulary/words.ts';
import type { Resolved } from './condition.ts';

/** The search terms to highlight: those of all searches that are not negated. Undefined if the narrow has no search. */
export function highlightedTerms({ conditions }: Resolved): readonly SearchTerm[] | undefined {
  const searches = conditions.filter((condition) => condition.kind === 'search');
  if (searches.length === 0) return undefined;
  return searches.filter(({ negated }) => !negated).flatMap(({ search }) => search.terms);
}
