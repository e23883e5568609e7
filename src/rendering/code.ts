/**
 * Code blocks. Code is highlighted if its language is named and known. The language is never guessed, because that would try every
 * grammar. Some grammars take quadratic time for long runs of letters, so text with such runs is not highlighted.
 */
import hljs from 'highlight.js/lib/common';
import { escapeHtml } from './escape.ts';

/** The most highlighted characters in a message. The worst known text of that length takes about 30 ms. */
export const colouringBudget = 3000;
/** A longer run of letters and digits is treated as data and not as code. Latin-1 characters are letters in PHP. */
const longRun = /[\w$.\x7f-\xff-]{100}/;

/** The HTML of a fenced or an indented code block. */
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
