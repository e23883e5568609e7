/**
 * Most messages are plain sentences. A regular expression recognizes text that no rule of the dialect can change. Such text skips the
 * parser, which takes about 1 µs instead of 10 to 40 µs for each message. A property test checks that both give the same HTML. To remove
 * this file, call `renderFully` in `renderMarkdown`.
 */
import { escapeHtml } from './escape.ts';

// Letters that are neither emoji nor spaces. A line must begin with one, because digits and signs may begin a list.
const letter = String.raw`A-Za-z\u00c0-\u167f\u1681-\u180d\u180f-\u1fff\u3041-\u31ff\u3400-\ud7ff`;
// A colon is plain before a space or at the end of a line, where no emoji name can begin.
const plain = String.raw`(?:[${letter}0-9 ,.;?'"()%-]|:(?=[ \n]|$))`;
const plainText = new RegExp(`^[${letter}]${plain}*(?:(?<! )\\n[${letter}]${plain}*)*$`);

/** The HTML of a text without markup; undefined if the parser is needed. */
export function renderPlainly(content: string): string | undefined {
  if (!plainText.test(content) || content.includes('www.') || content.endsWith(' ')) return undefined;
  return `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>`;
}
