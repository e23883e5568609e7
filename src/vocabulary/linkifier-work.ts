/**
 * What it takes to compile the pattern of a linkifier, told before it is: the engine writes counted repetitions out, and looks up the other
 * cases of each character of a range. Both are estimates. What they mistake for something else, the engine refuses at once.
 */

const token =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** How many instructions the pattern has, about, when its counted repetitions are written out. */
export function writtenOutSize(pattern: string): number {
  const around: number[] = [];
  let size = 0;
  /** Of what a repetition would repeat. */
  let last = 0;
  for (const [text, least, most] of pattern.matchAll(token)) {
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0));
      size += last * (times - 1);
      last *= times;
    } else if (text === '(') {
      around.push(size);
      size = 0;
    } else if (text === ')') {
      last = size;
      size += around.pop() ?? 0;
    } else if (!'*+?|'.includes(text)) {
      last = 1;
      size += 1;
    }
  }
  return size;
}

const ignoresCase = /\(\?[a-zA-Z-]*i/;
const rangeOrTable = /(\\x\{[0-9a-fA-F]+\}|\\?.)-(\\x\{[0-9a-fA-F]+\}|\\?.)|\\[pP]/gsu;
const ofTable = 4_000;

/** Of how many characters other cases are looked up, where the pattern ignores case. */
export function charactersFolded(pattern: string): number {
  if (!ignoresCase.test(pattern)) return 0;
  return [...pattern.matchAll(rangeOrTable)].reduce(
    (sum, [, from, to]) => sum + (from && to ? Math.max(0, codeOf(to) - codeOf(from)) : ofTable),
    0,
  );
}

const codeOf = (said: string): number =>
  said.startsWith('\\x{')
    ? Number.parseInt(said.slice(3, -1), 16)
    : (said.codePointAt(said.startsWith('\\') ? 1 : 0) ?? 0);
