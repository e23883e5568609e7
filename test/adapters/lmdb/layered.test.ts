/** A store over one that was closed. That it reads like a copy is shown in layered.slow.test.ts. */
import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { CopiedStore } from '../../../src/ports/read-store.ts';
import { openScratchStore } from '../../../src/stores.ts';
import {
  checkpointAt,
  commitTo,
  found,
  models,
  notes,
  putNote,
  removeNote,
} from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const closedStore = async (): Promise<string> => {
  const folder = temporaryFolder();
  const store = await openLmdbReadStore(folder);
  await store.open(models);
  await commitTo(store, [putNote('a', { rank: 1 }), putNote('b', { rank: 2 })], checkpointAt(1));
  await store.close();
  return folder;
};
const over = async (folder: string): Promise<CopiedStore> => {
  const store = await openLmdbReadStore(temporaryFolder(), { isScratch: true, over: folder });
  await store.open(models);
  return store;
};
const ranks = (store: CopiedStore) => store.snapshot((view) => found(view, 'byRank'));

describe('a store over one that was closed', () => {
  it('leaves it as it is, and so may others be over it', async () => {
    const folder = await closedStore();
    const [one, other] = [await over(folder), await over(folder)];
    await commitTo(one, [putNote('c', { rank: 3 }), removeNote('a')], checkpointAt(2));
    await commitTo(other, [putNote('b', { rank: 0 })], checkpointAt(3));
    expect(await ranks(one)).to.deep.equal([{ rank: 2 }, { rank: 3 }]);
    expect(await ranks(other)).to.deep.equal([{ rank: 0 }, { rank: 1 }]);
    await one.close();
    await other.close();
    const below = await openLmdbReadStore(folder);
    await below.open(models);
    expect(await ranks(below)).to.deep.equal([{ rank: 1 }, { rank: 2 }]);
    expect(await below.checkpoint()).to.deep.equal(checkpointAt(1));
    await below.close();
  });

  it('has the order of the store: null, numbers, strings by their UTF-8 bytes, and then ids', async () => {
    const titles = [null, -1, 10, 9.5, '', 'a', 'ab', '\uffff', '\u{10ffff}'];
    const puts = titles.flatMap((title, at) =>
      [0, 1].map((n) => putNote(`${at % 2 === n ? 'x' : 'y'}${at}`, { realm: 1, title })),
    );
    const folder = temporaryFolder();
    const [below, whole] = [await openLmdbReadStore(folder), await openLmdbReadStore(temporaryFolder())];
    for (const store of [below, whole]) await store.open(models);
    await commitTo(
      below,
      puts.filter((_, at) => at % 3 > 0),
      checkpointAt(1),
    );
    await below.close();
    const store = await over(folder);
    await commitTo(
      store,
      puts.filter((_, at) => at % 3 === 0),
      checkpointAt(2),
    );
    await commitTo(whole, puts, checkpointAt(2));
    const all = { prefix: [1], limit: 100 };
    for (const range of [
      all,
      { ...all, reverse: true },
      { ...all, reverse: true, limit: 5 },
      { ...all, from: 9.6, to: 'b' },
    ]) {
      const read = (one: CopiedStore) => one.snapshot((view) => view.scanKeys(notes, 'byTitle', range));
      expect(await read(store)).to.deep.equal(await read(whole));
    }
    await store.close();
    await whole.close();
  });

  it('keeps working if the store below is removed meanwhile, also if its thread starts later', async () => {
    const folder = await closedStore();
    const store = await openScratchStore(undefined, { folder, isWhole: false });
    await store.open(models);
    rmSync(folder, { recursive: true });
    for (let count = 2; count < 4; count += 1) {
      const more = Array.from({ length: 2_000 }, (_, at) => putNote(`d${at}`, { realm: count }));
      await commitTo(store, [putNote('c', { rank: count + 1 }), ...more], checkpointAt(count));
      expect(await ranks(store)).to.deep.equal([{ rank: 1 }, { rank: 2 }, { rank: count + 1 }]);
    }
    await store.close();
  });
});
