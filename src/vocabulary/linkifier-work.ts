/**
 * Estimates the cost of compiling a linkifier's pattern before it is compiled. The engine expands counted repetitions (`a{500}`), and looks
 * up the other cases of each character in a range. Patterns that these estimates misread are refused by the engine at once.
 */

const token =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** The approximate number of instructions of the pattern after its counted repetitions are expanded. */
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

/** The number of characters for which the engine looks up other cases. It is 0 unless the pattern ignores case. */
export function charactersFolded(pattern: string): number {
  if (!ignoresCase.test(pattern)) return 0;
  return [...pattern.matchAll(rangeOrTable)].reduce(
    (sum, [, from, to]) => sum + (from && to ? Math.max(0, codeOf(to) - codeOf(from)) : ofTable),
    0,
  );
}

const codeOf = (character: string): number =>
  character.startsWith('\\x{')
    ? Number.parseInt(character.slice(3, -1), 16)
    : (character.codePointAt(character.startsWith('\\') ? 1 : 0) ?? 0);
