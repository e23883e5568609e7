/** How an emoji is shown (api-facts §15). */
import type { Token } from 'markdown-it';
import { type ElementType, elementToken } from './element.ts';

type State = Parameters<typeof elementToken>[0];
const type: ElementType = 'emoji';

export function emojiToken(state: State, name: string, code: string): Token {
  const title = name.replaceAll('_', ' ');
  return elementToken(state, type, {
    tag: 'span',
    attrs: [
      ['aria-label', title],
      ['class', `emoji emoji-${code}`],
      ['role', 'img'],
      ['title', title],
    ],
    text: `:${name}:`,
  });
}

/** The one emoji that is a picture of upstream's own. */
export function zulipToken(state: State): Token {
  return elementToken(state, type, {
    tag: 'img',
    attrs: [
      ['alt', ':zulip:'],
      ['class', 'emoji'],
      ['src', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
      ['title', 'zulip'],
    ],
    text: ':zulip:',
  });
}
