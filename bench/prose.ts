/**
 * The texts: prose of about 200 bytes with a natural (Zipf) distribution of words, because the cost of a word index depends on how
 * many different words there are. Half of the texts have no markup, the others a little of everything. They are the same in every run.
 */

const vocabularySize = 8_000;
const textBytes = 200;
const syllables =
  'ba be bi bo da de do fa fe ga gi ka ke la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se ta te ti to va ve'.split(
    ' ',
  );

/** Numbers from 0 to 1 from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks the nth of `size` things about 1/n times as often as the first. */
export function zipf(size: number, random: () => number): () => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 3);
    sums.push(sum);
  }
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Frequent words are short, as in real texts. */
export function wordOfRank(rank: number): string {
  let rest = rank;
  let text = '';
  do {
    text += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return text;
}

const markup: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => `@**Max Member** ${words}, see https://example.com/a/b?c=d for **more**.`,
  (words) => words,
  (words) => `*${words}* is in \`read_all\` and #**general>design**; http://example.com/wiki has it.`,
];

/** `count` texts. */
export function proses(count: number, seed = 1): string[] {
  const random = seeded(seed);
  const rank = zipf(vocabularySize, random);
  return Array.from({ length: count }, (_, number) => {
    const marked = markup[number % markup.length] ?? ((words: string) => words);
    const room = textBytes - marked('').length;
    let words = wordOfRank(rank());
    while (words.length < room) words += random() < 0.1 ? `, ${wordOfRank(rank())}` : ` ${wordOfRank(rank())}`;
    return marked(words);
  });
}
