/** Whether a mention or a stream link may begin here: at the start, after a space, or after one of `'"(,:<`. */
import type { StateInline } from 'markdown-it';

const before = /[\s'"(,:<]/;

export function mayStart(state: StateInline): boolean {
  return state.pos === 0 || before.test(state.src.charAt(state.pos - 1));
}
