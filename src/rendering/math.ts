/**
 * TeX to HTML. KaTeX can multiply the length of a text by several hundred, and TeX macros can be recursive. Both are bounded, and a
 * formula that is refused is shown as its source.
 */
import katex from 'katex';
import { escapeHtml } from './escape.ts';

/**
 * The most characters of TeX that are rendered in a message. Each formula counts 20 more. Further formulas are shown as source. The worst
 * case takes 40 ms.
 */
export const mathBudget = 1000;
const formulaCost = 20;

/** The part of the budget that a formula uses. */
export function mathCost(source: string): number {
  return source.length + formulaCost;
}

/** The rendered formula, or its source in a `tex-error` span. */
export function renderMath(source: string, display: boolean): string {
  try {
    return silently(() =>
      katex.renderToString(source, {
        displayMode: display,
        throwOnError: true,
        strict: false,
        trust: false,
        maxExpand: 100,
        maxSize: 20,
        macros: {},
      }),
    );
  } catch {
    // A TeX error, or a stack overflow caused by nesting. The reader gets the source.
    return texSource(source, display);
  }
}

/**
 * KaTeX writes the text of `\message`, and characters that it cannot measure, to the console. These are words of messages. In the log of
 * the service nobody could erase them, and their authors could forge its lines. `work` must run within one turn of the event loop.
 */
function silently<T>(work: () => T): T {
  const { log, warn, error } = console;
  const nothing = (): void => undefined;
  Object.assign(console, { log: nothing, warn: nothing, error: nothing });
  try {
    return work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

/** The source of a formula that is not rendered. */
export function texSource(source: string, display: boolean): string {
  const shown = display ? source.replace(/\n$/, '') : `$$${source}$$`;
  return `<span class="tex-error">${escapeHtml(shown)}</span>`;
}
