/** Avatars in a text: `!avatar(iago@example.com)`. The address leads to the avatar that the user has when it is looked at. */
import type { MarkdownIt } from 'markdown-it';
import { pushElement } from './element.ts';

const exclamationMark = 0x21;
const named = /!(?:gr)?avatar\(([^()\s]{1,254})\)/y;

export function avatars(md: MarkdownIt): void {
  md.inline.ruler.before('image', 'avatar', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== exclamationMark) return false;
    named.lastIndex = state.pos;
    const [source, email] = named.exec(state.src) ?? [];
    if (source === undefined || email === undefined || state.pos + source.length > state.posMax) return false;
    if (!silent)
      pushElement(state, 'emoji', {
        tag: 'img',
        attrs: [
          ['alt', email],
          ['class', 'message_body_gravatar'],
          ['src', `/avatar/${encodeURIComponent(email)}?s=30`],
          ['title', email],
        ],
        text: source,
      });
    state.pos += source.length;
    return true;
  });
}
