/** The space that an answer has for texts. The first text always fits, so that a client that reads page by page gets everything. */
export class Room {
  #left: number;
  #isEmpty = true;
  #isFull = false;

  /** `length`: the number of characters. */
  constructor(length: number) {
    this.#left = length;
  }

  /** Whether a text was refused. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether there was space for this many characters. After the first refusal there is none for any text. */
  take(length: number): boolean {
    if (this.#isFull || (length > this.#left && !this.#isEmpty)) {
      this.#isFull = true;
      return false;
    }
    this.#left -= length;
    this.#isEmpty = false;
    return true;
  }
}
