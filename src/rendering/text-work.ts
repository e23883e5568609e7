/**
 * Work on rendered texts that may take long. What is asked for says what; whoever is asked decides where, so that no text holds up
 * what has nothing to do with it.
 */
import type { SearchTerm } from '../vocabulary/words.ts';
import { editDiff } from './edit-diff.ts';
import { highlightHtml } from './highlight.ts';

export type TextWork = {
  /** See `editDiff`. */
  diff(previousHtml: string, html: string): Promise<string>;
  /** See `highlightHtml`. */
  highlight(html: string, terms: readonly SearchTerm[]): Promise<string>;
};

/** Here and now, however long it takes. */
export const textWorkHere: TextWork = {
  diff: async (previousHtml, html) => editDiff(previousHtml, html),
  highlight: async (html, terms) => highlightHtml(html, terms),
};
