/**
 * The only way in which text is cut into words, for the search index, the query and the highlighting. Otherwise a search could have a hit
 * that is not highlighted, or highlight a text that is not a hit.
 *
 * A word stands for all words with the same English stem: a search for `meeting` finds `meetings` and `meet`. Words of other scripts, and
 * words with letters other than a-z, stand only for themselves.
 */
import { stemmer } from 'stemmer';
import { foldCase } from './fold-case.ts';
import { limits } from './limits.ts';

const wordRun = /[\p{L}\p{N}\p{M}]+/gu;
const ascii = /^[\0-\x7f]*$/;
const betweenAsciiWords = /[^a-z0-9]+/;
const plainLetters = /^[a-z]{3,}$/;

/** A term of a search: a word, given as its stem, or a phrase that must be in the text unchanged except for case. */
export type SearchTerm = { readonly kind: 'word' | 'phrase'; readonly text: string };

/** The distinct words of a text as stems in order of appearance, case-folded. */
export const wordsOf = (text: string): string[] => [...wordSet(text)];

export function wordsRemoved(text: string, later: string): string[] {
  const left = wordSet(later);
  return wordsOf(text).filter((word) => !left.has(word));
}

/** The distinct words of several texts. Each text is cut separately. */
export function wordsIn(texts: readonly string[]): string[] {
  const [first = '', ...others] = texts;
  const words = wordSet(first);
  for (const text of others) for (const word of wordSet(text)) words.add(word);
  return [...words];
}

/**
 * The texts as one text in lower case, in which each run of a-z and 0-9 stands for a word by its stem. Much faster than `wordsIn`.
 * Undefined if only `wordsIn` finds all words.
 */
export function foldedIfSimple(texts: readonly string[]): string | undefined {
  // A word takes at least two characters, including the space after it, so that such a text cannot have too many words.
  if (!texts.every((text) => text.length < 2 * limits.wordsMax && ascii.test(text))) return undefined;
  return texts.join(' ').toLowerCase();
}

function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of runsOf(text)) {
    if (run === '') continue;
    words.add(stemOfCut(run));
    if (words.size === limits.wordsMax) break;
  }
  return words;
}

/** Most texts are ASCII, which needs only a third of the work. */
const runsOf = (text: string): readonly string[] =>
  ascii.test(text)
    ? text.toLowerCase().split(betweenAsciiWords)
    : (foldCase(text.normalize('NFKC')).normalize('NFKC').match(wordRun) ?? []);

/** The words of a text as `wordsOf` cuts them, with their positions. */
export function wordRunsOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(wordRun)].map((run) => ({ start: run.index, end: run.index + run[0].length }));
}

/** The terms of a `search` operand: words and "quoted phrases". An unpaired quotation mark is ignored. */
export function parseSearch(operand: string): SearchTerm[] {
  const phrases = new Set<string>();
  const rest = operand.replace(/"([^"]*)"/g, (_, quoted: string) => {
    const text = foldCase(quoted.trim());
    if (text !== '') phrases.add(text);
    return ' ';
  });
  return [
    ...[...phrases].map((text): SearchTerm => ({ kind: 'phrase', text })),
    ...wordsOf(rest).map((text): SearchTerm => ({ kind: 'word', text })),
  ];
}

/** Caches stems, because most words of a text occurred in earlier texts. */
const stems = new Map<string, string>();
const stemsMax = 20_000;
/** Longer words are not cached, because they are rare, and because a part of a text may keep the whole text in memory. */
const rememberedLengthMax = 12;

const stemmed = (word: string): string => (plainLetters.test(word) ? stemmer(word) : word);

/** The stem of a lower-case word that is not too long. */
export function stemOf(word: string): string {
  if (word.length > rememberedLengthMax) return stemmed(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmed(word);
  if (stems.size >= stemsMax) stems.clear();
  stems.set(word, stem);
  return stem;
}

/**
 * The beginning that all words of a stem share. A stem may end differently from its words: happy has the stem happi, filing file,
 * ability abl.
 */
export const beginningOf = (stem: string): string => stem.replace(/(?<=b)le?$|(?<=.)[ei]$/, '');

const stemOfCut = (word: string): string => stemOf(cut(word));

function cut(word: string): string {
  if (word.length <= limits.wordLengthMax) return word;
  // A character has at most two UTF-16 units. The slice avoids processing the rest, which may be thousands of characters.
  return [...word.slice(0, 2 * limits.wordLengthMax)].slice(0, limits.wordLengthMax).join('');
}
