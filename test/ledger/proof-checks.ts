/** Checks proofs as verifiers do (RFC 9162, sections 2.1.3.2 and 2.1.4.2). It shares no code with the prover but the hash of a node. */
import { type Hash, nodeHashOf } from '../../src/ledger/hashing.ts';

type Tree = { readonly size: number; readonly root: Hash };

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/** The root that follows from a leaf and its proof. Undefined if the proof has the wrong number of hashes. */
export function rootByInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  if (index < 0 || index >= size) return undefined;
  let [at, last, root] = [index, size - 1, leaf];
  for (const hash of proof) {
    if (last === 0) return undefined;
    if (isOdd(at) || at === last) {
      root = nodeHashOf(hash, root);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else root = nodeHashOf(root, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : undefined;
}

/** Whether the proof shows that the tree `now` begins with the leaves of the tree `old`. */
export function isConsistent(old: Tree, now: Tree, proof: readonly Hash[]): boolean {
  if (old.size > now.size) return false;
  if (old.size === 0) return proof.length === 0;
  if (old.size === now.size) return proof.length === 0 && old.root.equals(now.root);
  const [first, ...rest] = Number.isInteger(Math.log2(old.size)) ? [old.root, ...proof] : proof;
  if (!first) return false;
  let [at, last] = [old.size - 1, now.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [oldRoot, root] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      oldRoot = nodeHashOf(hash, oldRoot);
      root = nodeHashOf(hash, root);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else root = nodeHashOf(root, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && oldRoot.equals(old.root) && root.equals(now.root);
}
