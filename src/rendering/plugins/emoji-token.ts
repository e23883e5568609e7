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

/** An emoji with a picture of its own. */
export const pictureElement = (name: string, address: string): Element => ({
  tag: 'img',
  attrs: [
    ['alt', `:${name}:`],
    ['class', 'emoji'],
    ['src', address],
    ['title', name.replaceAll('_', ' ')],
  ],
  text: `:${name}:`,
});

/** The extra emoji that every organization has. */
export const zulipElement = (): Element =>
  pictureElement('zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png');
