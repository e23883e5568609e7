/** Addresses in plain text (`https://…`). They are recognized before any character in them can be taken for markup. */
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { bareUrlAt } from '../bare-url.ts';

const colon = 0x3a;
const wordBefore = /[\p{L}\p{N}_]$/u;

export function bareUrls(md: MarkdownIt): void {
  md.inline.ruler.after('text', 'bare_url', (state, silent) => {
    if (silent || state.linkLevel > 0 || state.src.charCodeAt(state.pos) !== colon) return false;
    const scheme = /https?$/i.exec(state.pending.slice(-5))?.[0];
    if (scheme === undefined) return false;
    const start = state.pos - scheme.length;
    if (wordBefore.test(state.pending.slice(-scheme.length - 2, -scheme.length))) return false;
    const url = bareUrlAt(state.src.slice(0, state.posMax), start, 'scheme');
    if (url === undefined) return false;
    state.pending = state.pending.slice(0, -scheme.length);
    pushLink(state, url);
    state.pos = start + url.length;
    return true;
  });
}

function pushLink(state: StateInline, url: string): void {
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', url]];
  open.info = 'auto';
  state.push('text', '', 0).content = url;
  state.push('link_close', 'a', -1).info = 'auto';
}

/** The three tokens of a link, for rules that run after parsing. */
export function linkTokens(state: StateCore, href: string, text: string): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  open.info = 'auto';
  const content = new state.Token('text', '', 0);
  content.content = text;
  const close = new state.Token('link_close', 'a', -1);
  close.info = 'auto';
  return [open, content, close];
}
