/** The room that an answer has for texts. What is asked for first always has room, so that a client that pages on gets everything. */
export class Room {
  #left: number;
  #isEmpty = true;
  #isFull = false;

  /** `length`: in characters. */
  constructor(length: number) {
    this.#left = length;
  }

  /** Something was refused. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether there was room for this many characters. After the first refusal there is none for anything. */
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
