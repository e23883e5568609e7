/** How far an address reaches when nothing marks its end. */

/** Characters of one address; longer ones stay text, so that scanning stays linear. */
const urlLengthMax = 2048;
const scheme = /https?:\/\/(?=[\p{L}\p{N}[])/iuy;
const www = /www\.(?=[\p{L}\p{N}])/iuy;
/** Where an address may end: at what none holds, or at a bracket. */
const stop = /[\s<>"`\\^{|}()[\]]/g;
const brackets = '()[]';
const trailing = /[.,:;!?'*~]/;
const closes: Record<string, string> = { ')': '(', ']': '[' };

/** The address that starts at `start` with http:// or https:// (or with `www.` when asked), or undefined. */
export function bareUrlAt(text: string, start: number, kind: 'scheme' | 'www'): string | undefined {
  const prefix = kind === 'scheme' ? scheme : www;
  prefix.lastIndex = start;
  if (!prefix.test(text)) return undefined;
  const bodyStart = prefix.lastIndex;
  const end = trimmedEnd(text, bodyStart, scanEnd(text, start));
  return end > bodyStart ? text.slice(start, end) : undefined;
}

/** Stops at a character no address holds, and at a bracket that was opened before the address began. */
function scanEnd(text: string, start: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0 };
  const max = Math.min(text.length, start + urlLengthMax);
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

/** A sentence's own punctuation is not part of the address it ends with. */
function trimmedEnd(text: string, start: number, scanned: number): number {
  let end = scanned;
  while (end > start && trailing.test(text.charAt(end - 1))) end--;
  return end;
}
