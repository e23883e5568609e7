/**
 * Estimates the cost of compiling the pattern of a linkifier before it is compiled. The engine writes out counted repetitions (`a{500}`),
 * and looks up the other cases of each character of a range. The engine refuses at once what these estimates misread.
 */

const token =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** How many instructions the pattern has, about, when its counted repetitions are written out. */
export function writtenOutSize(pattern: string): number {
  const around: number[] = [];
  let size = 0;
  /** The size of the element before this token, which a repetition would multiply. */
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

/** For how many characters the engine looks up other cases: 0 unless the pattern ignores case. */
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
