/**
 * Limits the cells of a table. markdown-it fills up short rows, so that ten thousand bytes can give sixty thousand cells. A table with more
 * cells than its text could contain becomes a paragraph.
 */
import type { MarkdownIt } from 'markdown-it';
import { limits } from '../../vocabulary/limits.ts';
import { pushParagraph } from './depth-limit.ts';

const columnsAlwaysAllowed = 3;

export function tableLimit(md: MarkdownIt): void {
  md.block.ruler.before('table', 'table_limit', (state, startLine, endLine, silent) => {
    const [from, to] = [state.bMarks[startLine + 1], state.eMarks[startLine + 1]];
    if (silent || startLine + 1 >= endLine || from === undefined || to === undefined) return false;
    const delimiters = state.src.slice(from, to);
    if (!/^[ \t>|:-]+$/.test(delimiters)) return false;
    const columns = delimiters.split('|').length;
    if (columns <= columnsAlwaysAllowed) return false;
    let end = startLine;
    while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent) end++;
    if (columns * (end - startLine) <= limits.tableCellsMax) return false;
    pushParagraph(state, startLine, end);
    return true;
  });
}
