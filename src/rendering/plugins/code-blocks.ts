/** Fenced and indented code. A fence named `math` is a formula. */
import type { MarkdownIt } from 'markdown-it';
import { codeBlock } from '../code.ts';
import { mathCost, renderMath, texSource } from '../math.ts';
import { environmentOf } from '../render-environment.ts';

export function codeBlocks(md: MarkdownIt): void {
  md.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '');
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const language = languageOf(info);
    const environment = environmentOf(env);
    if (language !== 'math') {
      environment.colourLeft -= language === '' ? 0 : content.length;
      return codeBlock(content, environment.colourLeft < 0 ? '' : language);
    }
    environment.mathLeft -= mathCost(content);
    return `<p>${environment.mathLeft < 0 ? texSource(content, true) : renderMath(content, true)}</p>\n`;
  };
}

/** The first word after the fence, without the leading dot that is allowed there. */
export function languageOf(info: string): string {
  return (/^\s*\{?\s*\.?([^\s}]*)/.exec(info)?.[1] ?? '').toLowerCase();
}
