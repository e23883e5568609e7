/** A copy of the read store in another folder is a store of its own, with the same documents, that can be written to. */
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { CopiedStore, Write } from '../../../src/ports/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Document = { readonly n: number; readonly word: string; readonly text: string };
const model = {
  name: 'x',
  indexes: { byN: ['n'], byWord: ['word', 'n'] },
  postings: ['byWord'],
  document: {} as Document,
};

describe('a copy of the lmdb read store', () => {
  const opened = async (folder: string, discarded: string[] = []): Promise<CopiedStore> => {
    const store = await openLmdbReadStore(folder, { onDiscard: (path) => discarded.push(path) });
    await store.open([model]);
    return store;
  };
  /** Enough commits that replace documents, so that pages are reused. */
  const fill = async (store: CopiedStore, from: number, rounds: number): Promise<void> => {
    const lease = await store.takeLease('test', 2 ** 40);
    if (!lease) throw new Error('no lease');
    for (let round = 0; round < rounds; round += 1) {
      const writes = Array.from({ length: 300 }, (_, at): Write => {
        const n = (from + round * 131 + at * 3) % 40_000;
        const text = 'y'.repeat(200 + ((n * 31 + round * 17) % 300));
        return { model: 'x', op: 'put', id: `d${n}`, document: { n, word: `w${(n * 7 + round) % 20}`, text } };
      });
      await store.commit(writes, { position: from + round, models: {}, unknownTypes: [] }, lease);
    }
  };
  const contents = (store: CopiedStore) =>
    store.snapshot(async (view) => ({
      checkpoint: view.checkpoint,
      documents: await view.everything(model, undefined, 100_000),
      byWord: await view.scanKeys(model, 'byWord', { prefix: ['w3'], limit: 100_000 }),
    }));

  it('has what was committed, and both stores continue independently', async () => {
    const store = await opened(temporaryFolder());
    await fill(store, 0, 8);
    const before = await contents(store);
    const folder = temporaryFolder();
    await store.copyTo(folder);
    await fill(store, 7, 1);
    const after = await contents(store);
    const discarded: string[] = [];
    const copy = await opened(folder, discarded);
    expect(discarded).to.deep.equal([]);
    expect(await contents(copy)).to.deep.equal(before);
    await fill(copy, 50, 8);
    expect(await contents(store)).to.deep.equal(after);
    const written = await contents(copy);
    await copy.close();
    const again = await opened(folder, discarded);
    expect(await contents(again)).to.deep.equal(written);
    await again.close();
    await store.close();
  });
});
