import { expect } from 'chai';
import { GrowingTree, onesIn, type Subtree } from '../../src/ledger/growing-tree.ts';
import { emptyRoot, type Hash, leafHashOf } from '../../src/ledger/hashing.ts';
import { consistencyProof, inclusionProof } from '../../src/ledger/merkle-proofs.ts';
import { levelSize, subtreeHash, tileHeight, tileWidth } from '../../src/ledger/tiles.ts';
import { mth, path, proof } from './naive-tree.ts';
import { isConsistent, rootByInclusion } from './proof-checks.ts';

/** The leaves of the tests of Certificate Transparency, and the roots of the trees of the first 1 to 8 of them. */
const known = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => Buffer.from(hex, 'hex'),
);
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leaves = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => Buffer.from(`leaf ${at}`));

/** All complete subtrees by height and index, as a store of tiles would have them. */
function grown(contents: readonly Buffer[]) {
  const tree = new GrowingTree();
  const levels = new Map<number, Hash[]>();
  const keep = ({ height }: Pick<Subtree, 'height'>, hash: Hash): void => {
    if (height % tileHeight !== 0) return;
    const level = height / tileHeight;
    const hashes = levels.get(level) ?? [];
    hashes.push(hash);
    levels.set(level, hashes);
  };
  for (const content of contents) {
    const hash = leafHashOf(content);
    keep({ height: 0 }, hash);
    tree.add(hash, keep);
  }
  const read = (subtree: Subtree): Promise<Hash> =>
    subtreeHash(subtree, async (level, from, count) => {
      expect(Math.floor(from / tileWidth)).to.equal(Math.floor((from + count - 1) / tileWidth));
      return (levels.get(level) ?? []).slice(from, from + count);
    });
  return { tree, levels, read };
}

describe('the Merkle tree', () => {
  it('has the published roots', () => {
    expect(new GrowingTree().root().equals(emptyRoot)).to.equal(true);
    expect(emptyRoot.toString('hex')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    const tree = new GrowingTree();
    for (const [at, leaf] of known.entries()) {
      tree.add(leafHashOf(leaf));
      expect(tree.root().toString('hex')).to.equal(knownRoots[at]);
    }
  });

  it('continues from its subtrees', () => {
    const tree = new GrowingTree();
    for (const [at, leaf] of leaves(300).entries()) {
      const again = new GrowingTree(tree.size, tree.subtrees);
      for (const one of [tree, again]) one.add(leafHashOf(leaf));
      expect(again.root().equals(tree.root())).to.equal(true);
      expect(tree.subtrees).to.have.length(onesIn(at + 1));
    }
    expect(tree.root().equals(mth(leaves(300)))).to.equal(true);
    expect(() => new GrowingTree(3, tree.subtrees.slice(0, 1))).to.throw(RangeError);
  });

  it('has as many hashes in each level as tlog-tiles requires', () => {
    const { levels } = grown(leaves(70_000));
    expect([0, 1, 2, 3].map((level) => levels.get(level)?.length ?? 0)).to.deep.equal([70_000, 273, 1, 0]);
    expect([0, 1, 2, 3].map((level) => levelSize(level, 70_000))).to.deep.equal([70_000, 273, 1, 0]);
  });

  it('proves each leaf in each tree as in the RFC', async () => {
    const all = leaves(40);
    const { read } = grown(all);
    for (let size = 1; size <= all.length; size += 1) {
      const part = all.slice(0, size);
      const root = mth(part);
      for (const [index, leaf] of part.entries()) {
        const hashes = await inclusionProof(index, size, read);
        expect(hashes).to.deep.equal(path(index, part));
        expect(rootByInclusion(leafHashOf(leaf), index, size, hashes)?.equals(root)).to.equal(true);
      }
    }
  });

  it('proves that each tree continues each earlier one as in the RFC', async () => {
    const all = leaves(33);
    const { read } = grown(all);
    for (let size = 1; size <= all.length; size += 1)
      for (let oldSize = 1; oldSize <= size; oldSize += 1) {
        const hashes = await consistencyProof(oldSize, size, read);
        expect(hashes).to.deep.equal(proof(oldSize, all.slice(0, size)));
        const [old, now] = [oldSize, size].map((of) => ({ size: of, root: mth(all.slice(0, of)) }));
        expect(old && now && isConsistent(old, now, hashes), `${oldSize} ${size}`).to.equal(true);
      }
  });

  it('proves leaves of a tree of several levels', async () => {
    const all = leaves(66_000);
    const { read, tree } = grown(all);
    for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
      const hashes = await inclusionProof(index, all.length, read);
      const leaf = leafHashOf(all[index] as Buffer);
      expect(rootByInclusion(leaf, index, all.length, hashes)?.equals(tree.root())).to.equal(true);
    }
    const old = { size: 65_800, root: grown(all.slice(0, 65_800)).tree.root() };
    const hashes = await consistencyProof(old.size, all.length, read);
    expect(isConsistent(old, { size: all.length, root: tree.root() }, hashes)).to.equal(true);
  });

  it('refuses a proof that was changed, is too short or too long, or is for another leaf or tree', async () => {
    const all = leaves(21);
    const { read } = grown(all);
    const root = mth(all);
    const leaf = leafHashOf(all[5] as Buffer);
    const hashes = await inclusionProof(5, 21, read);
    const isProved = (index: number, size: number, by: readonly Hash[]): boolean =>
      rootByInclusion(leaf, index, size, by)?.equals(root) ?? false;
    expect(isProved(5, 21, hashes)).to.equal(true);
    for (const at of hashes.keys()) {
      const changed = hashes.map((hash, other) => (at === other ? leafHashOf(hash) : hash));
      expect(isProved(5, 21, changed)).to.equal(false);
    }
    for (const [index, size] of [
      [4, 21],
      [21, 21],
      [-1, 21],
      [5, 2 ** 53 - 1],
    ] as const)
      expect(isProved(index, size, hashes)).to.equal(false);
    expect(isProved(5, 21, hashes.slice(1))).to.equal(false);
    expect(isProved(5, 21, [...hashes, root])).to.equal(false);

    const old = { size: 13, root: mth(all.slice(0, 13)) };
    const now = { size: 21, root };
    const consistent = await consistencyProof(13, 21, read);
    expect(isConsistent(old, now, consistent)).to.equal(true);
    expect(isConsistent({ size: 13, root: mth(all.slice(1, 14)) }, now, consistent)).to.equal(false);
    expect(isConsistent(old, { size: 21, root: old.root }, consistent)).to.equal(false);
    expect(isConsistent(old, now, consistent.slice(1))).to.equal(false);
    expect(isConsistent(now, old, consistent)).to.equal(false);
    expect(isConsistent({ size: 0, root: emptyRoot }, now, [])).to.equal(true);
    expect(isConsistent(now, { size: 21, root: old.root }, [])).to.equal(false);
  });
});
