/** Fences that contain markdown instead of code: `quote`, and `spoiler` with an optional heading. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { languageOf } from './code-blocks.ts';

type Fence = { readonly mark: string; readonly info: string; readonly holdsMarkdown: boolean };

export function quoteAndSpoilerFences(md: MarkdownIt): void {
  md.block.ruler.before(
    'fence',
    'markdown_fence',
    (state, startLine, endLine, silent) => {
      const fence = fenceAt(state, startLine);
      if (fence === undefined || !fence.holdsMarkdown) return false;
      if (silent) return true;
      const { contentEnd, next } = extent(state, startLine, endLine, fence);
      if (languageOf(fence.info) === 'quote') pushQuote(state, startLine + 1, contentEnd);
      else pushSpoiler(state, startLine + 1, contentEnd, fence.info);
      state.line = next;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  md.renderer.rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  md.renderer.rules.spoiler_header_open = () => '\n<p>';
  md.renderer.rules.spoiler_header_close = () => '</p>\n';
  md.renderer.rules.spoiler_content = () => '</div><div class="spoiler-content" aria-hidden="true">\n\n';
  md.renderer.rules.spoiler_close = () => '</div></div>\n';
}

function pushQuote(state: StateBlock, start: number, end: number): void {
  state.push('blockquote_open', 'blockquote', 1);
  parseWithin(state, start, end);
  state.push('blockquote_close', 'blockquote', -1);
}

function pushSpoiler(state: StateBlock, start: number, end: number, info: string): void {
  const heading = info
    .trim()
    .replace(/^\{?\s*\.?spoiler/i, '')
    .trim();
  state.push('spoiler_open', 'div', 1);
  if (heading !== '') {
    state.push('spoiler_header_open', 'p', 1);
    const inline = state.push('inline', '', 0);
    inline.content = heading;
    inline.children = [];
    state.push('spoiler_header_close', 'p', -1);
  }
  state.push('spoiler_content', 'div', 0);
  parseWithin(state, start, end);
  state.push('spoiler_close', 'div', -1);
}

function parseWithin(state: StateBlock, start: number, end: number): void {
  const { lineMax, parentType } = state;
  state.lineMax = end;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, start, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
}

/** The end of the fence. Fences inside it must be closed first, each by a line of its own kind. */
function extent(state: StateBlock, startLine: number, endLine: number, first: Fence) {
  const open = [first];
  let line = startLine + 1;
  for (; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) break;
    const top = open.at(-1);
    const fence = fenceAt(state, line);
    if (top === undefined || fence === undefined) continue;
    if (fence.info === '' && fence.mark.startsWith(top.mark)) open.pop();
    else if (top.holdsMarkdown) open.push(fence);
    if (open.length === 0) return { contentEnd: line, next: line + 1 };
  }
  return { contentEnd: line, next: line };
}

function fenceAt(state: StateBlock, line: number): Fence | undefined {
  const indent = state.sCount[line] ?? 0;
  const [mark, shift, end] = [state.bMarks[line] ?? 0, state.tShift[line] ?? 0, state.eMarks[line] ?? 0];
  if (indent - state.blkIndent >= 4 || indent < state.blkIndent) return undefined;
  const start = mark + shift;
  const char = state.src.charAt(start);
  if (char !== '`' && char !== '~') return undefined;
  const run = state.skipChars(start, char.charCodeAt(0));
  if (run - start < 3 || run > end) return undefined;
  const info = state.src.slice(run, end).trim();
  if (info.includes(char)) return undefined;
  const language = languageOf(info);
  return { mark: state.src.slice(start, run), info, holdsMarkdown: language === 'quote' || language === 'spoiler' };
}
