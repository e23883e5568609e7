/** When a store that is written without syncing is trusted. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { ReadStore } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo, found, models, putNote } from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { storeChild } from './child.ts';

const openIn = async (folder: string, boot: string | undefined): Promise<ReadStore> => {
  const store = await openLmdbReadStore(folder, { bootId: async () => boot });
  await store.open(models);
  return store;
};

/** The position of the checkpoint and the number of documents after the store has been opened. */
const holdings = async (store: ReadStore): Promise<[number | undefined, number]> => {
  const position = (await store.checkpoint())?.position;
  const documents = await store.snapshot((view) => found(view, 'byRank'));
  await store.close();
  return [position, documents.length];
};

/** The folder of a process that committed one document at position 5 and was then killed. */
const leftByKill = async (boot: string): Promise<string> => {
  const folder = temporaryFolder();
  const child = storeChild([folder, boot]);
  await child.printed('committed', 1);
  child.process.kill('SIGKILL');
  await child.ended;
  return folder;
};

describe('trust in the lmdb read store', () => {
  it('is kept after the process was killed', async () => {
    const folder = await leftByKill('boot-1');
    expect(await holdings(await openIn(folder, 'boot-1'))).to.deep.equal([5, 1]);
  });

  it('is lost when the machine was restarted without a clean close', async () => {
    const folder = await leftByKill('boot-1');
    expect(await holdings(await openIn(folder, 'boot-2'))).to.deep.equal([undefined, 0]);
  });

  it('is kept when the machine was restarted after a clean close', async () => {
    const folder = temporaryFolder();
    const store = await openIn(folder, 'boot-1');
    await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
    await store.close();
    expect(await holdings(await openIn(folder, 'boot-2'))).to.deep.equal([5, 1]);
    expect(await holdings(await openIn(folder, undefined))).to.deep.equal([5, 1]);
  });

  it('is lost after a kill if the system has no boot id', async () => {
    const folder = await leftByKill('');
    expect(await holdings(await openIn(folder, undefined))).to.deep.equal([undefined, 0]);
  });

  it('is not needed for a store whose folder is removed at its end, so that closing it waits for no disk', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(folder, { isScratch: true });
    await store.open(models);
    await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
    await store.close();
    expect(readdirSync(folder).filter((name) => /state|digest/.test(name))).to.deep.equal([]);
  });

  it('is lost if the marker is missing or incomplete', async () => {
    for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, '{"synced"')]) {
      const folder = temporaryFolder();
      const store = await openIn(folder, 'boot-1');
      await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
      await store.close();
      const [marker = ''] = readdirSync(folder).filter((name) => name.endsWith('.state'));
      spoil(join(folder, marker));
      expect(await holdings(await openIn(folder, 'boot-1'))).to.deep.equal([undefined, 0]);
    }
  });
});
