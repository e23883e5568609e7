/** A Merkle tree that only grows. It stores the roots of its complete subtrees (a "compact range"), not its leaves: at most 53 hashes. */
import { type Hash, nodeHashOf, rootOver } from './hashing.ts';

/** A complete subtree over the leaves from `index * 2^height` up to, but not including, `(index + 1) * 2^height`. */
export type Subtree = { readonly height: number; readonly index: number };

export class GrowingTree {
  #size: number;
  readonly #subtrees: Hash[];

  /** `subtrees`: the roots for a tree with `size` leaves, the largest first. Throws a RangeError if their number is wrong. */
  constructor(size = 0, subtrees: readonly Hash[] = []) {
    if (subtrees.length !== onesIn(size)) throw new RangeError(`${subtrees.length} subtrees make no tree of ${size}`);
    this.#size = size;
    this.#subtrees = [...subtrees];
  }

  get size(): number {
    return this.#size;
  }

  /** The largest subtree first. */
  get subtrees(): readonly Hash[] {
    return [...this.#subtrees];
  }

  /** `completed` is called for every subtree of two or more leaves that this leaf completes. */
  add(leafHash: Hash, completed?: (subtree: Subtree, hash: Hash) => void): void {
    let hash = leafHash;
    let index = this.#size;
    for (let height = 1; index % 2 === 1; height += 1) {
      hash = nodeHashOf(this.#subtrees.pop() as Hash, hash);
      index = (index - 1) / 2;
      completed?.({ height, index }, hash);
    }
    this.#subtrees.push(hash);
    this.#size += 1;
  }

  root(): Hash {
    return rootOver(this.#subtrees);
  }

  copy(): GrowingTree {
    return new GrowingTree(this.#size, this.#subtrees);
  }
}

/** How many subtrees a tree of this size has. */
export function onesIn(size: number): number {
  let ones = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}
