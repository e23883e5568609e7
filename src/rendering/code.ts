/**
 * Code, coloured when its language is named and known; it is never guessed, because guessing tries every grammar. The
 * grammars take time in the square of a long run of letters, so what no person types is left uncoloured.
 */
import hljs from 'highlight.js/lib/common';
import { escapeHtml } from './escape.ts';

/** Characters of code coloured in one message; the worst text known takes about 30 ms for them. */
export const colouringBudget = 3000;
/** A longer run of letters and digits is data, not code. */
const longRun = /[\w$.-]{100}/;

/** The block of a fence or an indented code (api-facts §15). */
export function codeBlock(source: string, language: string): string {
  const code = source.endsWith('\n') ? source : `${source}\n`;
  const shown = canColour(code, language)
    ? hljs.highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code);
  return `<div class="codehilite"><pre><span></span><code>${shown}</code></pre></div>\n`;
}

function canColour(code: string, language: string): boolean {
  return language !== '' && hljs.getLanguage(language) !== undefined && !longRun.test(code);
}
