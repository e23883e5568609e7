/**
 * A table fills up short rows: ten thousand bytes can ask for sixty thousand cells. One that asks for more cells than
 * such a text could spell out is not a table.
 */
import type { MarkdownIt } from 'markdown-it';

const cellsMax = 3000;
const columnsAlwaysAllowed = 3;

/** To be used before any other rule is added: markdown-it's `table` is then the first block rule. */
export function tableLimit(md: MarkdownIt): void {
  const [table] = md.block.ruler.getRules('');
  if (table === undefined) return;
  const limited: typeof table = (state, startLine, endLine, silent) => {
    const [from, to] = [state.bMarks[startLine + 1], state.eMarks[startLine + 1]];
    if (startLine + 1 >= endLine || from === undefined || to === undefined) return false;
    const delimiters = state.src.slice(from, to);
    if (!/^[ \t>|:-]+$/.test(delimiters)) return false;
    const columns = delimiters.split('|').length;
    let line = startLine;
    if (columns > columnsAlwaysAllowed) while (line < endLine && !state.isEmpty(line)) line++;
    return columns * (line - startLine) <= cellsMax && table(state, startLine, endLine, silent);
  };
  md.block.ruler.at('table', limited, { alt: ['paragraph'] });
}
