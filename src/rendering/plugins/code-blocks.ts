/** Fenced and indented code. A fence named `math` is a formula. */
import type { MarkdownIt } from 'markdown-it';
import { codeBlock } from '../code.ts';
import { elementOr } from '../html-size.ts';
import { mathCost, renderMath, texSource } from '../math.ts';
import { environmentOf } from '../render-environment.ts';

export function codeBlocks(md: MarkdownIt): void {
  md.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '');
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const environment = environmentOf(env);
    const language = languageOf(info) || environment.codeLanguage;
    if (language !== 'math') {
      environment.colourLeft -= language === '' ? 0 : content.length;
      const plain = (): string => codeBlock(content, '');
      if (language === '' || environment.colourLeft < 0) return plain();
      return elementOr(environment, codeBlock(content, language), plain);
    }
    environment.mathLeft -= mathCost(content);
    const source = (): string => texSource(content, true);
    const shown = environment.mathLeft < 0 ? source() : elementOr(environment, renderMath(content, true), source);
    return `<p>${shown}</p>\n`;
  };
}

/** The first word after the fence, without the leading dot that is allowed there. */
export function languageOf(info: string): string {
  return (/^\s*\{?\s*\.?([^\s}]*)/.exec(info)?.[1] ?? '').toLowerCase();
}
