/** Emoji names: `:smile:`. Those of the organization come first. An unknown name is left as it is. */
import type { MarkdownIt } from 'markdown-it';
import { emojiCode, extraEmoji } from '../emoji.ts';
import { environmentOf } from '../render-environment.ts';
import { type Element, pushElement } from './element.ts';
import { emojiElement, pictureElement, zulipElement } from './emoji-token.ts';

const colon = 0x3a;
const named = /:([\w.+-]{1,100}):/y;

export function emojiNames(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji_name', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== colon) return false;
    named.lastIndex = state.pos;
    const [source, name] = named.exec(state.src) ?? [];
    if (source === undefined || name === undefined || state.pos + source.length > state.posMax) return false;
    const address = environmentOf(state.env).emoji.get(name);
    const element = address === undefined ? elementOf(name) : pictureElement(name, address);
    if (element === undefined) return false;
    if (!silent) pushElement(state, 'emoji', element);
    state.pos += source.length;
    return true;
  });
}

function elementOf(name: string): Element | undefined {
  if (name === extraEmoji) return zulipElement();
  const code = emojiCode(name);
  return code === undefined ? undefined : emojiElement(name, code);
}
