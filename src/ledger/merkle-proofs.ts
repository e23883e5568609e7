/**
 * Inclusion and consistency proofs of RFC 6962, section 2.1. A proof consists of the hashes of ranges of leaves. Each range consists of
 * complete subtrees, which are read from where they are stored. So a proof costs as many hashes as the height of the tree.
 */
import type { Subtree } from './growing-tree.ts';
import { type Hash, nodeHashOf, rootOver } from './hashing.ts';

/** The leaves from `from` up to, but not including, `to`. */
export type Stretch = { readonly from: number; readonly to: number };

/** Reads the hash of a complete subtree. */
export type ReadSubtree = (subtree: Subtree) => Promise<Hash>;

/** The ranges whose hashes prove that leaf `index` is in the tree of `size`, beginning with the leaf's sibling. */
function inclusionStretches(index: number, size: number): Stretch[] {
  const stretches: Stretch[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      stretches.push({ from: middle, to });
      to = middle;
    } else {
      stretches.push({ from, to: middle });
      from = middle;
    }
  }
  return stretches.reverse();
}

/** The ranges whose hashes prove that the tree of `size` begins with the leaves of the tree of `oldSize`. */
function consistencyStretches(oldSize: number, size: number): Stretch[] {
  if (oldSize === 0) return [];
  const stretches: Stretch[] = [];
  let [from, to] = [0, size];
  while (to !== oldSize) {
    const middle = from + splitOf(to - from);
    if (oldSize <= middle) {
      stretches.push({ from: middle, to });
      to = middle;
    } else {
      stretches.push({ from, to: middle });
      from = middle;
    }
  }
  if (from > 0) stretches.push({ from, to });
  return stretches.reverse();
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

export const rootAt = (size: number, read: ReadSubtree): Promise<Hash> => hashOfStretch({ from: 0, to: size }, read);

/** The root that follows from a leaf and its proof. Undefined if the proof has the wrong number of hashes. */
export function rootByInclusion(leafHash: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  const stretches = inclusionStretches(index, size);
  if (index < 0 || index >= size || stretches.length !== proof.length) return undefined;
  return proof.reduce(
    (hash, other, at) => ((stretches[at]?.from ?? 0) > index ? nodeHashOf(hash, other) : nodeHashOf(other, hash)),
    leafHash,
  );
}

/** Whether the proof shows that the tree with the root `root` begins with the tree that had the root `oldRoot`. */
export function isConsistent(
  old: { readonly size: number; readonly root: Hash },
  now: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): boolean {
  if (old.size > now.size) return false;
  if (old.size === 0) return proof.length === 0;
  const stretches = consistencyStretches(old.size, now.size);
  if (stretches.length !== proof.length) return false;
  // The first hash is the old root itself, if that is a complete subtree of the new tree.
  const startsWithOld = stretches[0]?.to !== old.size;
  const first = startsWithOld ? old.root : (proof[0] as Hash);
  let [oldRoot, root] = [first, first];
  for (let at = startsWithOld ? 0 : 1; at < proof.length; at += 1) {
    const [hash, stretch] = [proof[at] as Hash, stretches[at] as Stretch];
    if (stretch.to <= old.size) {
      oldRoot = nodeHashOf(hash, oldRoot);
      root = nodeHashOf(hash, root);
    } else root = nodeHashOf(root, hash);
  }
  return oldRoot.equals(old.root) && root.equals(now.root);
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
