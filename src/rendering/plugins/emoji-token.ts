/** The HTML elements of emoji. */
import type { Element } from './element.ts';

export function emojiElement(name: string, code: string): Element {
  const title = name.replaceAll('_', ' ');
  return {
    tag: 'span',
    attrs: [
      ['aria-label', title],
      ['class', `emoji emoji-${code}`],
      ['role', 'img'],
      ['title', title],
    ],
    text: `:${name}:`,
  };
}

/** The one emoji that is not in Unicode and has a picture of its own. */
export const zulipElement = (): Element => ({
  tag: 'img',
  attrs: [
    ['alt', ':zulip:'],
    ['class', 'emoji'],
    ['src', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
    ['title', 'zulip'],
  ],
  text: ':zulip:',
});
