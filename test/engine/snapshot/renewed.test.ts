/** A scrub replaces the snapshot, so that nothing that was erased is left in it. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { headId, snapshotParts } from '../../../src/engine/snapshot/documents.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { happened, realmId } from '../../support/given.ts';
import { folderWithSnapshot, tamper } from '../../support/snapshot.ts';

const renamed = happened(logStream.person(realmId, UserId.parse(1)), 'FullNameChanged', {
  userId: UserId.parse(1),
  fullName: 'Another Name',
  previousName: 'User 1',
} as never);

/** What the parts of all snapshots in the read store hold. */
async function textOfParts({ store }: TestEngine): Promise<string> {
  const parts = await store.snapshot((view) => view.scan(snapshotParts, 'byGeneration', { prefix: [], limit: 100 }));
  return parts.map(({ bytes }) => Buffer.from(bytes, 'base64').toString('latin1')).join('');
}

/** The first snapshot is not saved. */
function failingOnce(store: ReadStore): ReadStore {
  let hasFailed = false;
  return {
    ...store,
    async commit(writes, checkpoint, lease) {
      if (!hasFailed && writes.some(({ model }) => model === snapshotParts.name)) {
        hasFailed = true;
        throw new ReadStoreUnavailable('as if it had died');
      }
      await store.commit(writes, checkpoint, lease);
    },
  };
}

describe('a snapshot of the state at a scrub', () => {
  it('is replaced, so that it contains no erased data, even if the first attempt failed', async () => {
    const folder = await folderWithSnapshot();
    const store = failingOnce(await openLmdbReadStore(join(folder, 'read-models')));
    const running = await engineIn(folder, { store, snapshotEvery: 1_000_000 });
    await appendEvents(running.log, [renamed]);
    await running.engine.follower.catchUp();
    const before = await textOfParts(running);
    const failed = await running.engine.scrubber.now().catch(String);
    expect(failed).to.include('as if it had died');
    await running.engine.scrubber.now();
    expect(before).to.include('User 1');
    expect(await textOfParts(running))
      .to.include('Another Name')
      .and.not.include('User 1');
    await running.close();
  });

  it('is replaced, even if it was never completed', async () => {
    const folder = await folderWithSnapshot();
    await tamper(folder, (_, put) => put(headId));
    const running = await engineIn(folder, { snapshotEvery: 1_000_000 });
    expect(running.engine.startedFrom).to.equal(undefined);
    await appendEvents(running.log, [renamed]);
    await running.engine.follower.catchUp();
    await running.engine.scrubber.now();
    expect(await textOfParts(running))
      .to.include('Another Name')
      .and.not.include('User 1');
    await running.close();
  });
});
