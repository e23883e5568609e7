/**
 * TeX to HTML. KaTeX multiplies a text by up to several hundred and knows macros that call themselves: everything it
 * may do is bounded, and what it refuses is shown as its source.
 */
import katex from 'katex';
import { escapeHtml } from './escape.ts';

/** Characters of TeX in one message, each formula counting as 20 more; beyond it the source is shown. The worst takes 40 ms. */
export const mathBudget = 1000;
const formulaCost = 20;

/** What a formula takes from the budget. */
export function mathCost(source: string): number {
  return source.length + formulaCost;
}

/** The formula, or its source in a `tex-error` span. */
export function renderMath(source: string, display: boolean): string {
  try {
    return katex.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 100,
      maxSize: 20,
      macros: {},
    });
  } catch {
    // A TeX error, or a stack used up by nesting: either way the reader gets the source.
    return texSource(source, display);
  }
}

/** The source of a formula that is not rendered. */
export function texSource(source: string, display: boolean): string {
  const shown = display ? source.replace(/\n$/, '') : `$$${source}$$`;
  return `<span class="tex-error">${escapeHtml(shown)}</span>`;
}
