/**
 * Quotes and lists within each other: each level reads the lines again. Below the deepest level the rest of the block
 * is one paragraph, so that nothing said is lost (markdown-it itself would drop it).
 */
import type { MarkdownIt } from 'markdown-it';

const blockDepthMax = 20;

export function depthLimit(md: MarkdownIt): void {
  md.block.ruler.before('table', 'depth_limit', (state, startLine, endLine, silent) => {
    if (silent || state.level < blockDepthMax) return false;
    let next = startLine + 1;
    while (next < endLine && (state.isEmpty(next) || (state.sCount[next] ?? 0) >= state.blkIndent)) next++;
    state.push('paragraph_open', 'p', 1);
    const inline = state.push('inline', '', 0);
    inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
    state.line = next;
    return true;
  });
}
