/** Formulas inside a line: `$$x^2$$`. */
import type { MarkdownIt } from 'markdown-it';
import { elementOr } from '../html-size.ts';
import { mathCost, renderMath, texSource } from '../math.ts';
import { environmentOf } from '../render-environment.ts';

const dollar = 0x24;
const formula = /(?<![\w$])\$\$([^\n_$\\](?:\\.|[^$\n\\]){0,1000}|\\.(?:\\.|[^$\n\\]){0,1000})\$\$(?![\w$])/y;

export function inlineMath(md: MarkdownIt): void {
  // Before `escape`, because every character inside a formula belongs to TeX.
  md.inline.ruler.before('backticks', 'inline_math', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== dollar) return false;
    formula.lastIndex = state.pos;
    const [source, tex] = formula.exec(state.src) ?? [];
    if (source === undefined || tex === undefined || state.pos + source.length > state.posMax) return false;
    if (!silent) state.push('inline_math', 'span', 0).content = tex;
    state.pos += source.length;
    return true;
  });
  md.renderer.rules.inline_math = (tokens, index, _options, env) => {
    const tex = tokens[index]?.content ?? '';
    const environment = environmentOf(env);
    environment.mathLeft -= mathCost(tex);
    const source = (): string => texSource(tex, false);
    return environment.mathLeft < 0 ? source() : elementOr(environment, renderMath(tex, false), source);
  };
}
