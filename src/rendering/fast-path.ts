/**
 * Most messages are plain sentences. Text that no rule of the dialect could touch is recognized by one regular
 * expression and skips the parser (performance.md, item 6); a property test holds it to the parser's very HTML.
 */
import { escapeHtml } from './escape.ts';

// Letters that are neither emoji nor space; a line starts with one, because digits and signs may start a list.
const letter = String.raw`A-Za-z\u00c0-\u167f\u1681-\u180d\u180f-\u1fff\u3041-\u31ff\u3400-\ud7ff`;
// A colon counts as plain before a space or at a line's end, where no emoji name can begin.
const plain = String.raw`(?:[${letter}0-9 ,.;?'"()%-]|:(?=[ \n]|$))`;
const plainText = new RegExp(`^[${letter}]${plain}*(?:(?<! )\\n[${letter}]${plain}*)*$`);

/** The HTML of a text without markup, or undefined when the parser has to look. */
export function renderPlainly(content: string): string | undefined {
  if (!plainText.test(content) || content.includes('www.') || content.endsWith(' ')) return undefined;
  return `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>`;
}
