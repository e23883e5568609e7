/** The text of a message as the searches of a narrow look at it: cut into words and folded at most once, however many they are. */
import { foldCase } from '../../vocabulary/fold-case.ts';
import { parseSearch, type SearchTerm, wordsIn, wordsOf } from '../../vocabulary/words.ts';

/** What a message must contain. Without either it matches nothing. */
export type Search = {
  readonly terms: readonly SearchTerm[];
  readonly phrases: readonly string[];
  /** Those of the phrases, too. */
  readonly words: readonly string[];
};

/** The search that an operand asks for. Cut here, and not for each message. */
export function searchFor(operand: string): Search {
  const terms = parseSearch(operand);
  const words = terms.flatMap(({ kind, text }) => (kind === 'word' ? [text] : wordsOf(text)));
  const phrases = terms.flatMap(({ kind, text }) => (kind === 'phrase' ? [text] : []));
  return { terms, phrases, words: [...new Set(words)] };
}

export class SearchedText {
  readonly #texts: readonly string[];
  #folded: readonly string[] | undefined;
  #words: ReadonlySet<string> | undefined;

  constructor({ content, topic = '' }: { readonly content: string; readonly topic?: string }) {
    this.#texts = [content, topic];
  }

  /**
   * Whether it has all that is searched for. A phrase must be contiguous in the content or in the topic. Phrases come first: to cut a text
   * into words takes longer than to look for a phrase in it, and most candidates lack the phrase.
   */
  matches({ phrases, words }: Search): boolean {
    if (phrases.length + words.length === 0) return false;
    return phrases.every((phrase) => this.#includes(phrase)) && words.every((word) => this.#has(word));
  }

  #includes(phrase: string): boolean {
    this.#folded ??= this.#texts.map(foldCase);
    return this.#folded.some((text) => text.includes(phrase));
  }

  #has(word: string): boolean {
    this.#words ??= new Set(wordsIn(this.#texts));
    return this.#words.has(word);
  }
}
