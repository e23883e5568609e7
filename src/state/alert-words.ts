/**
 * The alert words of each user. A message is compared with the words of all users at once. The cost depends on its length and not on the
 * number of users, because the words are found by their beginnings.
 */
import type { StatePart } from '../define/handlers.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

/** The characters between which a word is found. A word is also found at the beginning and at the end of a text. */
const mayPrecede = /[\s(".,';[*`>]/u;
const mayFollow = /[\s)"?:.,';\]!*`]/u;

/** The head of a word: the letters and digits with which it begins, or else its first character. */
const headPattern = /[\p{L}\p{N}]+|./suy;

function headAt(text: string, at: number): string {
  headPattern.lastIndex = at;
  return headPattern.exec(text)?.[0] ?? '';
}

type Word = { readonly users: Set<UserId> };

/** The words of each user, in the order in which they were added. Also finds the users by their words. */
export class AlertWords extends Map<UserId, readonly string[]> {
  /** Maps a case-folded word to the users who want to be alerted of it. */
  readonly #words = new Map<string, Word>();
  /** Maps the head of words to the lengths of those words, with the number of words of each length. */
  readonly #heads = new Map<string, Map<number, number>>();

  override set(userId: UserId, words: readonly string[]): this {
    this.#remove(userId, this.get(userId) ?? []);
    for (const word of new Set(words.map(foldCase))) this.#add(userId, word);
    return words.length > 0 ? super.set(userId, words) : this.#without(userId);
  }

  /** The ids of the users who want to be alerted of the text, ascending. */
  usersFor(text: string): UserId[] {
    if (this.#words.size === 0) return [];
    const folded = foldCase(text);
    const users = new Set<UserId>();
    let left = limits.alertLookupsMax;
    for (let at = 0; at < folded.length && left > 0; at += 1) {
      if (at > 0 && !mayPrecede.test(folded[at - 1] as string)) continue;
      for (const length of this.#heads.get(headAt(folded, at))?.keys() ?? []) {
        left -= 1;
        const after = folded[at + length];
        if (after !== undefined && !mayFollow.test(after)) continue;
        for (const userId of this.#words.get(folded.slice(at, at + length))?.users ?? []) users.add(userId);
      }
    }
    return [...users].sort((a, b) => a - b);
  }

  #without(userId: UserId): this {
    super.delete(userId);
    return this;
  }

  #add(userId: UserId, word: string): void {
    const known = this.#words.get(word);
    if (known) {
      known.users.add(userId);
      return;
    }
    this.#words.set(word, { users: new Set([userId]) });
    const head = headAt(word, 0);
    const lengths = this.#heads.get(head) ?? new Map<number, number>();
    lengths.set(word.length, (lengths.get(word.length) ?? 0) + 1);
    this.#heads.set(head, lengths);
  }

  #remove(userId: UserId, words: readonly string[]): void {
    for (const word of new Set(words.map(foldCase))) {
      const known = this.#words.get(word);
      known?.users.delete(userId);
      if (!known || known.users.size > 0) continue;
      this.#words.delete(word);
      const head = headAt(word, 0);
      const lengths = this.#heads.get(head);
      const count = (lengths?.get(word.length) ?? 0) - 1;
      if (count > 0) lengths?.set(word.length, count);
      else lengths?.delete(word.length);
      if (lengths?.size === 0) this.#heads.delete(head);
    }
  }
}

export const alertWordsState: StatePart<AlertWords> = {
  initial: () => new AlertWords(),
  on: {
    AlertWordsChanged: ({ data: { userId, added, removed } }, all) =>
      void all.set(userId, alertWordsAfter(all.get(userId) ?? [], added, removed)),
    UserWordsErased: ({ data: { userId } }, all) => void all.set(userId, []),
  },
};

/** The words of a user after a change. Words are compared without case. */
export function alertWordsAfter(
  before: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): readonly string[] {
  const gone = new Set(removed.map(foldCase));
  return [...before.filter((word) => !gone.has(foldCase(word))), ...added];
}
