/** Fenced and indented code; a fence named `math` is a formula on its own line (api-facts §15). */
import type { MarkdownIt } from 'markdown-it';
import { codeBlock } from '../code.ts';
import { mathCost, renderMath, texSource } from '../math.ts';
import { jobOf } from '../render-environment.ts';

export function codeBlocks(md: MarkdownIt): void {
  md.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '');
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const language = languageOf(info);
    const job = jobOf(env);
    if (language !== 'math') {
      job.colourLeft -= language === '' ? 0 : content.length;
      return codeBlock(content, job.colourLeft < 0 ? '' : language);
    }
    job.mathLeft -= mathCost(content);
    return `<p>${job.mathLeft < 0 ? texSource(content, true) : renderMath(content, true)}</p>\n`;
  };
}

/** The first word after the fence, with or without upstream's dot. */
export function languageOf(info: string): string {
  return (/^\s*\{?\s*\.?([^\s}]*)/.exec(info)?.[1] ?? '').toLowerCase();
}
