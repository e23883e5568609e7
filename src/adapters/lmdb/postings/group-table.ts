/**
 * A hash table that numbers groups by their elements. An element is stored as its position in the bytes where it was first seen, so that
 * no string is created for it: a rebuild adds millions of words.
 */

/** The hash is computed byte by byte: it begins with `firstHash`, continues with `hashed`, and ends with `hashOf`. */
export const firstHash = 0;
export const hashed = (sum: number, byte: number): number => (Math.imul(sum, 31) + byte) | 0;
export const hashOf = (sum: number, kind: number): number => {
  const mixed = Math.imul(sum ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};

const groupsAtFirst = 2048;
/** How many numbers are stored for each group: start and end of its element, its kind, its hash. */
const width = 4;

export class GroupTable {
  readonly #bytes: Uint8Array;
  /** `width` numbers for each group. */
  #groups = new Int32Array(width * groupsAtFirst);
  #size = 0;
  /** The number of a group plus 1, or 0 for a free slot. There are at least twice as many slots as groups. */
  #slots = new Int32Array(2 * groupsAtFirst);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#size;
  }

  startOf(group: number): number {
    return this.#groups[width * group] as number;
  }

  endOf(group: number): number {
    return this.#groups[width * group + 1] as number;
  }

  kindOf(group: number): number {
    return this.#groups[width * group + 2] as number;
  }

  /** The number of the group whose element is at these bytes. A new group gets the next number. */
  at(start: number, end: number, kind: number, hash: number): number {
    const slots = this.#slots;
    const groups = this.#groups;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const group = (slots[slot] as number) - 1;
      if (group < 0) return this.#add(start, end, kind, hash, slot);
      const own = width * group;
      const isAlike = groups[own + 3] === hash && groups[own + 2] === kind;
      if (isAlike && this.#isSame(groups[own] as number, groups[own + 1] as number, start, end)) return group;
    }
  }

  #isSame(known: number, knownEnd: number, start: number, end: number): boolean {
    if (knownEnd - known !== end - start) return false;
    const bytes = this.#bytes;
    for (let at = 0; at < end - start; at += 1) if (bytes[known + at] !== bytes[start + at]) return false;
    return true;
  }

  #add(start: number, end: number, kind: number, hash: number, slot: number): number {
    const group = this.#size;
    const own = width * group;
    this.#groups[own] = start;
    this.#groups[own + 1] = end;
    this.#groups[own + 2] = kind;
    this.#groups[own + 3] = hash;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (2 * this.#size === this.#slots.length) this.#grow();
    return group;
  }

  #grow(): void {
    const groups = new Int32Array(4 * this.#groups.length);
    groups.set(this.#groups);
    const slots = new Int32Array(4 * this.#slots.length);
    const mask = slots.length - 1;
    for (let group = 0; group < this.#size; group += 1) {
      let slot = (groups[width * group + 3] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = group + 1;
    }
    this.#groups = groups;
    this.#slots = slots;
  }
}
