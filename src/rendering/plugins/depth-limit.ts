/**
 * Limits the nesting of quotes and lists, because each level parses the lines again. Below the deepest level the rest of the block
 * becomes one paragraph. markdown-it itself would drop it.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { limits } from '../../vocabulary/limits.ts';

export function depthLimit(md: MarkdownIt): void {
  md.block.ruler.before('table', 'depth_limit', (state, startLine, endLine, silent) => {
    if (silent || state.level < limits.blockDepthMax) return false;
    let next = startLine + 1;
    while (next < endLine && (state.isEmpty(next) || (state.sCount[next] ?? 0) >= state.blkIndent)) next++;
    pushParagraph(state, startLine, next);
    return true;
  });
}

/** Makes one paragraph of the lines from `start` to before `end`. */
export function pushParagraph(state: StateBlock, start: number, end: number): void {
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(start, end, state.blkIndent, false).trim();
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
}
