/** Tells whether a text was seen before, for millions of texts. Each takes sixteen bytes of memory on average, whatever its length. */
import { hash } from 'node:crypto';

const slotsAtFirst = 1 << 12;

export class SeenTexts {
  /** Two halves of a hash for each text, at a place that follows from it. Zeros mark a free place. */
  #halves = new Uint32Array(2 * slotsAtFirst);
  #count = 0;

  /** False if it was seen before. Two texts are taken for the same with a probability of 2^-63. */
  add(text: string): boolean {
    const digest = hash('sha1', text, 'buffer');
    if (!place(this.#halves, (digest.readUInt32LE(0) | 1) >>> 0, digest.readUInt32LE(4))) return false;
    this.#count += 1;
    if (4 * this.#count > this.#halves.length) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#halves.length);
    for (let at = 0; at < this.#halves.length; at += 2)
      if (this.#halves[at] !== 0) place(larger, this.#halves[at] ?? 0, this.#halves[at + 1] ?? 0);
    this.#halves = larger;
  }
}

/** False if the hash has a place already. */
function place(halves: Uint32Array, first: number, second: number): boolean {
  let at = (2 * second) % halves.length;
  while (halves[at] !== 0) {
    if (halves[at] === first && halves[at + 1] === second) return false;
    at = (at + 2) % halves.length;
  }
  halves[at] = first;
  halves[at + 1] = second;
  return true;
}
