/** `_foo_` and `__foo__` mean nothing: names of files and variables are full of them (api-facts §15). */
import type { MarkdownIt } from 'markdown-it';

const underscore = 0x5f;

export function underscores(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'underscores', (state, silent) => {
    let end = state.pos;
    while (end < state.posMax && state.src.charCodeAt(end) === underscore) end++;
    if (end === state.pos) return false;
    if (!silent) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
}
