/** Emoji characters become the same element as emoji names. */
import type { StateCore, Token } from 'markdown-it';
import { emojiCodeOf, emojiName } from '../emoji.ts';
import { elementToken } from './element.ts';
import { emojiElement } from './emoji-token.ts';

const flag = String.raw`\p{RI}\p{RI}`;
const keycap = String.raw`[0-9#*]\ufe0f?\u20e3`;
const regional = String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}`;
const person = String.raw`\p{ExtPict}(?:\ufe0f|\p{EMod})?`;
const sequence = new RegExp(`${flag}|${keycap}|${regional}|${person}(?:\\u200d${person})*`, 'gu');
const any = /[\u203c-\u3299\u{1f000}-\u{1faff}]|\ufe0f/u;
/** Signs such as © and ↔ are text unless a variation selector follows. */
const firstPictograph = 0x2300;

/** The tokens into which a text token is divided; only the token itself if it has no emoji. */
export function splitEmoji(state: StateCore, token: Token): Token[] {
  const { content } = token;
  if (!any.test(content)) return [token];
  const result: Token[] = [];
  let done = 0;
  for (const match of content.matchAll(sequence)) {
    const [source] = match;
    const name = nameOf(source);
    if (name === undefined) continue;
    if (match.index > done) result.push(textToken(state, content.slice(done, match.index)));
    const emoji = elementToken(state, 'emoji', emojiElement(name, emojiCodeOf(source)));
    emoji.markup = source;
    result.push(emoji);
    done = match.index + source.length;
  }
  if (done < content.length) result.push(textToken(state, content.slice(done)));
  return result;
}

function nameOf(source: string): string | undefined {
  const isText = source.length === 1 && source.charCodeAt(0) < firstPictograph && source !== '‼' && source !== '⁉';
  return isText ? undefined : emojiName(emojiCodeOf(source));
}

export function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}
