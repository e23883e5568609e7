/**
 * Inclusion and consistency proofs of RFC 6962, section 2.1. A proof consists of the hashes of ranges of leaves. Each range consists of
 * complete subtrees, which are read from where they are stored. So a proof costs as many hashes as the height of the tree.
 */
import type { Subtree } from './growing-tree.ts';
import { type Hash, rootOver } from './hashing.ts';

/** The leaves from `from` up to, but not including, `to`. */
type Stretch = { readonly from: number; readonly to: number };

export type ReadSubtree = (subtree: Subtree) => Promise<Hash>;

/**
 * Goes down from the root towards leaf `index`, until `isEnd` is true of a range. Returns that range, and the ranges beside the way, the
 * first of which is below the root.
 */
function down(index: number, size: number, isEnd: (range: Stretch) => boolean): { end: Stretch; siblings: Stretch[] } {
  const siblings: Stretch[] = [];
  let end: Stretch = { from: 0, to: size };
  while (!isEnd(end)) {
    const middle = end.from + splitOf(end.to - end.from);
    const [left, right] = [
      { from: end.from, to: middle },
      { from: middle, to: end.to },
    ];
    siblings.push(index < middle ? right : left);
    end = index < middle ? left : right;
  }
  return { end, siblings };
}

/** The ranges whose hashes prove that leaf `index` is in the tree of `size`, beginning with the leaf's sibling. */
const inclusionStretches = (index: number, size: number): Stretch[] =>
  down(index, size, ({ from, to }) => to - from <= 1).siblings.reverse();

/** The ranges whose hashes prove that the tree of `size` begins with the leaves of the tree of `oldSize`. */
function consistencyStretches(oldSize: number, size: number): Stretch[] {
  if (oldSize === 0) return [];
  const { end, siblings } = down(oldSize - 1, size, ({ to }) => to === oldSize);
  return (end.from > 0 ? [...siblings, end] : siblings).reverse();
}

/** The hash of the leaves of a range, which are a tree of their own. */
async function hashOfStretch({ from, to }: Stretch, read: ReadSubtree): Promise<Hash> {
  return rootOver(await Promise.all(subtreesOf({ from, to }).map(read)));
}

/** The complete subtrees of a range. The range begins at an index where a tree of its size may begin. */
function subtreesOf({ from, to }: Stretch): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let start = from; start < to; ) {
    let [height, leaves] = [0, 1];
    while (leaves * 2 <= to - start && start % (leaves * 2) === 0) {
      height += 1;
      leaves *= 2;
    }
    subtrees.push({ height, index: start / leaves });
    start += leaves;
  }
  return subtrees;
}

export const inclusionProof = (index: number, size: number, read: ReadSubtree): Promise<Hash[]> =>
  Promise.all(inclusionStretches(index, size).map((stretch) => hashOfStretch(stretch, read)));

export const consistencyProof = (oldSize: number, size: number, read: ReadSubtree): Promise<Hash[]> =>
  Promise.all(consistencyStretches(oldSize, size).map((stretch) => hashOfStretch(stretch, read)));

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
