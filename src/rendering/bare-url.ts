/** Finds the end of an address in plain text. */
import { limits } from '../vocabulary/limits.ts';

const scheme = /https?:\/\/(?=[\p{L}\p{N}[])/iuy;
const www = /www\.(?=[\p{L}\p{N}])/iuy;
/** Characters at which an address may end: those that no address contains, and brackets. */
const stop = /[\s<>"`\\^{|}()[\]]/g;
const brackets = '()[]';
const trailing = /[.,:;!?'*~]/;
const closes: Record<string, string> = { ')': '(', ']': '[' };

/** The address at `start` that begins with http:// or https://, or with `www.` if that kind is requested. Undefined if there is none. */
export function bareUrlAt(text: string, start: number, kind: 'scheme' | 'www'): string | undefined {
  const prefix = kind === 'scheme' ? scheme : www;
  prefix.lastIndex = start;
  if (!prefix.test(text)) return undefined;
  const bodyStart = prefix.lastIndex;
  const end = trimmedEnd(text, bodyStart, scanEnd(text, start));
  return end > bodyStart ? text.slice(start, end) : undefined;
}

/** Stops at a character that no address contains, and at a closing bracket that was opened before the address. */
function scanEnd(text: string, start: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0 };
  const max = Math.min(text.length, start + limits.urlLengthMax);
  stop.lastIndex = start;
  for (let found = stop.exec(text); found !== null && found.index < max; found = stop.exec(text)) {
    const [char] = found;
    if (!brackets.includes(char)) return found.index;
    const opener = closes[char];
    if (opener === undefined) open[char] = (open[char] ?? 0) + 1;
    else {
      const depth = open[opener] ?? 0;
      if (depth === 0) return found.index;
      open[opener] = depth - 1;
    }
  }
  return max;
}

/** Punctuation at the end belongs to the sentence and not to the address. */
function trimmedEnd(text: string, start: number, scanned: number): number {
  let end = scanned;
  while (end > start && trailing.test(text.charAt(end - 1))) end--;
  return end;
}
