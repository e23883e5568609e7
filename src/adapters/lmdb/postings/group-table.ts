/**
 * Groups by their elements, which stay where they were first seen: a stretch of the bytes. Millions of words pass here, and none of
 * them is made into a string.
 */

/** Hashing goes byte by byte; `hashOf` closes it. */
export const firstHash = 0;
export const hashed = (sum: number, byte: number): number => (Math.imul(sum, 31) + byte) | 0;
export const hashOf = (sum: number, kind: number): number => {
  const mixed = Math.imul(sum ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};

const slotsAtFirst = 4096;

export class GroupTable {
  readonly #bytes: Buffer;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #kinds: number[] = [];
  readonly #hashes: number[] = [];
  /** Group + 1, or 0 where there is none. */
  #slots = new Int32Array(slotsAtFirst);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#starts.length;
  }

  /** The group of what stands there; what is new is entered. */
  at(start: number, end: number, kind: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const group = (this.#slots[slot] as number) - 1;
      if (group < 0) return this.#enter(start, end, kind, hash, slot);
      if (this.#hashes[group] === hash && this.#kinds[group] === kind && this.#isSame(group, start, end)) return group;
    }
  }

  elementOf(group: number): string {
    return this.#bytes.toString('latin1', this.#starts[group], this.#ends[group]);
  }

  kindOf(group: number): number {
    return this.#kinds[group] as number;
  }

  #isSame(group: number, start: number, end: number): boolean {
    const known = this.#starts[group] as number;
    if ((this.#ends[group] as number) - known !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) if (this.#bytes[known + at] !== this.#bytes[start + at]) return false;
    return true;
  }

  #enter(start: number, end: number, kind: number, hash: number, slot: number): number {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#kinds.push(kind);
    this.#hashes.push(hash);
    this.#slots[slot] = this.size;
    if (2 * this.size > this.#slots.length) this.#grow();
    return this.size - 1;
  }

  #grow(): void {
    const slots = new Int32Array(4 * this.#slots.length);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, group) => {
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = group + 1;
    });
    this.#slots = slots;
  }
}
