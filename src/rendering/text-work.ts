/** Work on rendered texts that may take long. The implementation decides whether it runs on the main thread or on a worker. */
import type { SearchTerm } from '../vocabulary/words.ts';
import { editDiff } from './edit-diff.ts';
import { highlightHtml } from './highlight.ts';

export type TextWork = {
  /** See `editDiff`. */
  diff(previousHtml: string, html: string): Promise<string>;
  highlight(html: string, terms: readonly SearchTerm[]): Promise<string>;
};

/** Runs everything on the calling thread. */
export const textWorkHere: TextWork = {
  diff: async (previousHtml, html) => editDiff(previousHtml, html),
  highlight: async (html, terms) => highlightHtml(html, terms),
};
