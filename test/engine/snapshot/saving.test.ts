/** Snapshots are saved one at a time, whatever requests them. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { headId, snapshotParts } from '../../../src/engine/snapshot/documents.ts';
import type { ReadStore } from '../../../src/ports/read-store.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { type Given, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

const beginning: readonly Given[] = [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];
const every = beginning.length + 2;

/**
 * A store that records the documents of snapshots in the order in which they are written. `atNextRead`: the next read lasts until `work` is
 * done and a snapshot is being saved; the saving continues only after the reader has had time to begin another read.
 */
function interposed(store: ReadStore, saved: string[]) {
  let during: (() => Promise<unknown>) | undefined;
  const begun = withResolvers();
  const read = withResolvers();
  const interposing: ReadStore = {
    ...store,
    async snapshot(body) {
      const work = during;
      during = undefined;
      const result = await store.snapshot(body);
      if (!work) return result;
      await Promise.all([work(), begun.promise]);
      read.resolve();
      return result;
    },
    async commit(writes, checkpoint, lease) {
      const ids = writes.filter(({ model, op }) => model === snapshotParts.name && op === 'put').map(({ id }) => id);
      saved.push(...ids);
      if (ids.length > 0 && isArmed) {
        begun.resolve();
        await read.promise;
        for (let turn = 0; turn < 100; turn += 1) await nextTurn();
      }
      await store.commit(writes, checkpoint, lease);
    },
  };
  let isArmed = false;
  const atNextRead = (work: () => Promise<unknown>): void => {
    during = work;
    isArmed = true;
  };
  return { store: interposing, atNextRead };
}

describe('saving a snapshot', () => {
  it('waits for a snapshot that is being saved, also when a scrub requests it', async () => {
    const folder = temporaryFolder();
    const saved: string[] = [];
    const { store, atNextRead } = interposed(await openLmdbReadStore(join(folder, 'read-models')), saved);
    const { engine, log, close } = await engineIn(folder, { store, snapshotEvery: every });
    await appendEvents(log, [...beginning, past.joins(1, 2), past.joins(1, 3), past.joins(1, 4)]);
    const settled = async (): Promise<void> => {
      await engine.follower.catchUp();
      await engine.projector.reached(engine.follower.position);
    };
    await settled();
    while (saved.at(-1) !== headId) await nextTurn();
    // The scrub has read which snapshot exists, and the follower begins to save another.
    atNextRead(() =>
      appendEvents(
        log,
        Array.from({ length: every }, (_, number) => past.joins(1, 10 + number)),
      ),
    );
    await engine.scrubber.now();
    await close();
    // Each snapshot is one part and its head.
    expect(saved.filter((id, at) => (id === headId) === (at % 2 === 0))).to.deep.equal([]);
    expect(saved.filter((id) => id === headId).length).to.be.above(2);
    expect((await readBack(folder)).startedFrom).to.be.a('number');
  });
});

async function readBack(folder: string): Promise<{ startedFrom: number | undefined }> {
  const { engine, close } = await engineIn(folder);
  await close();
  return { startedFrom: engine.startedFrom };
}
