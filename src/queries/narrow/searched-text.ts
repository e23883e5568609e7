/** The text of a message for the searches of a narrow. It is case-folded and cut into words at most once, for any number of searches. */
import { foldCase } from '../../vocabulary/fold-case.ts';
import { parseSearch, type SearchTerm, wordsIn, wordsOf } from '../../vocabulary/words.ts';

/** The phrases and words that a message must contain. An empty search matches nothing. */
export type Search = {
  readonly terms: readonly SearchTerm[];
  readonly phrases: readonly string[];
  /** Includes the words of the phrases. */
  readonly words: readonly string[];
};

/** The search for an operand. The operand is cut into words here, and not again for each message. */
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
   * Whether the message matches the whole search. A phrase must be contiguous in the content or in the topic. Phrases are checked first,
   * because cutting a text into words takes longer than finding a phrase in it, and most candidates lack the phrase.
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
