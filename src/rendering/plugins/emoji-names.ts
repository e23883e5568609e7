/** `:smile:` (api-facts §15). A name nobody knows stays as it was written. */
import type { MarkdownIt, Token } from 'markdown-it';
import { emojiCode } from '../emoji.ts';
import { emojiToken, zulipToken } from './emoji-token.ts';

const colon = 0x3a;
const named = /:([\w+-]{1,64}):/y;

export function emojiNames(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji_name', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== colon) return false;
    named.lastIndex = state.pos;
    const [source, name] = named.exec(state.src) ?? [];
    if (source === undefined || name === undefined || state.pos + source.length > state.posMax) return false;
    const token = tokenOf(name, state);
    if (token === undefined) return false;
    if (!silent) {
      if (state.pending !== '') state.pushPending();
      token.level = state.level;
      state.tokens.push(token);
      state.tokens_meta.push(undefined);
    }
    state.pos += source.length;
    return true;
  });
}

function tokenOf(name: string, state: Parameters<typeof zulipToken>[0]): Token | undefined {
  if (name === 'zulip') return zulipToken(state);
  const code = emojiCode(name);
  return code === undefined ? undefined : emojiToken(state, name, code);
}
