/** `_foo_` and `__foo__` are not emphasis, because names of files and variables contain underscores. */
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
