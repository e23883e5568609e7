/** The text of a message as the searches of a narrow look at it: cut into words and folded at most once, however many they are. */
import { foldCase } from '../../vocabulary/fold-case.ts';
import { type SearchTerm, wordsIn, wordsOf } from '../../vocabulary/words.ts';

/** The words that a text must contain for the term to match. */
export const wordsOfTerm = ({ kind, text }: SearchTerm): string[] => (kind === 'word' ? [text] : wordsOf(text));

export class SearchedText {
  readonly #texts: readonly string[];
  #folded: readonly string[] | undefined;
  #words: ReadonlySet<string> | undefined;

  constructor({ content, topic = '' }: { readonly content: string; readonly topic?: string }) {
    this.#texts = [content, topic];
  }

  /**
   * Whether all terms match. A phrase must be contiguous in the content or in the topic. A search without terms matches nothing. Phrases
   * come first: to cut a text into words takes longer than to look for a phrase in it, and most candidates lack the phrase.
   */
  matches(terms: readonly SearchTerm[]): boolean {
    if (terms.length === 0) return false;
    if (!terms.every(({ kind, text }) => kind !== 'phrase' || this.#includes(text))) return false;
    return terms.every((term) => wordsOfTerm(term).every((word) => this.#has(word)));
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
