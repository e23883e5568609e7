/** Every write of an embedded store first checks the free space. Writes that free space may use more of it than others. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { DiskFull } from '../../../src/adapters/lmdb/free-space.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { type Checkpoint, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { checkpointAt, found, leaseOf, models, putNote } from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [ofNewWrites, ofReadModels, ofRemovals] = [
  limits.keptFreeByWritesBytes,
  limits.keptFreeByReadModelsBytes,
  limits.keptFreeByRemovalsBytes,
];
const someBytes = 1024 * 1024;
const plenty = 10 * ofNewWrites;

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('free space under the lmdb read store', () => {
  const opened = async (freeBytes: () => number) => {
    const store = await openLmdbReadStore(temporaryFolder(), { freeBytes });
    await store.open(models);
    const lease = await leaseOf(store);
    const commit = (id: string, checkpoint: Checkpoint | undefined): Promise<unknown> =>
      outcome(store.commit([putNote(id, { rank: 1 })], checkpoint, lease));
    const count = async (): Promise<number> => (await store.snapshot((view) => found(view, 'byRank'))).length;
    return { store, lease, commit, count };
  };

  it('is reserved by snapshots first, then by read models, which follow what the log has accepted; reads continue (keptFreeByWritesBytes, keptFreeByReadModelsBytes)', async () => {
    let free = plenty;
    const { store, commit, count } = await opened(() => free);
    expect(await commit('a', checkpointAt(1))).to.equal('done');
    free = ofNewWrites;
    expect(await commit('b', undefined)).to.be.instanceOf(ReadStoreUnavailable);
    expect(await commit('c', checkpointAt(2))).to.equal('done');
    free = ofReadModels;
    const refused = await commit('d', checkpointAt(3));
    expect(refused).to.be.instanceOf(ReadStoreUnavailable);
    expect(String(refused)).to.include('disk full');
    expect([await count(), (await store.checkpoint())?.position]).to.deep.equal([2, 2]);
    free = plenty;
    expect(await commit('d', checkpointAt(3))).to.equal('done');
    expect(await count()).to.equal(3);
    await store.close();
  });

  it('is available for emptying the store, but not to the last byte (keptFreeByRemovalsBytes)', async () => {
    let free = plenty;
    const { store, lease, commit, count } = await opened(() => free);
    await commit('a', checkpointAt(1));
    free = ofRemovals;
    expect(await outcome(store.reset(lease))).to.be.instanceOf(ReadStoreUnavailable);
    expect(await count()).to.equal(1);
    free = ofRemovals + someBytes;
    expect(await outcome(store.reset(lease))).to.equal('done');
    await store.close();
  });

  it('is checked while a scrub copies: the old file stays', async () => {
    let free = plenty;
    let asked = 0;
    const { store, commit, count } = await opened(() => {
      asked += 1;
      return asked > 1 ? free : plenty;
    });
    await commit('a', checkpointAt(1));
    asked = 0;
    free = 0;
    expect(await outcome(store.scrub())).to.be.instanceOf(DiskFull);
    expect(asked).to.be.above(1);
    free = plenty;
    expect(await count()).to.equal(1);
    expect(await outcome(store.scrub())).to.equal('done');
    expect(await count()).to.equal(1);
    await store.close();
  });
});

describe('free space under a store that is built beside the lmdb read store', () => {
  it('must be enough for a copy before it is begun', async () => {
    let free = plenty;
    const store = await openLmdbReadStore(temporaryFolder(), { freeBytes: () => free });
    await store.open(models);
    const lease = await leaseOf(store);
    free = ofNewWrites;
    expect(await outcome(store.openReplacement(lease))).to.be.instanceOf(DiskFull);
    free = plenty;
    expect(await outcome(store.openReplacement(lease).then((built) => built.close()))).to.equal('done');
    await store.close();
  });
});

describe('free space under the lmdb event log', () => {
  it('is available for truncations longer than for appends', async () => {
    let free = plenty;
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'), { freeBytes: () => free });
    const stream = newStream();
    succeed(await log.append(stream, [newEvent(), newEvent(), newEvent()], 'none'));
    free = ofNewWrites;
    expect(await log.append(stream, [newEvent()], 2)).to.include({ ok: false, cause: 'disk-full' });
    expect(await outcome(log.truncate(stream, 1))).to.equal('done');
    free = ofRemovals;
    expect(await outcome(log.truncate(stream, 2))).to.be.instanceOf(DiskFull);
    expect(await log.readStream(stream)).to.have.length(2);
    free = plenty;
    expect(await outcome(log.truncate(stream, 2))).to.equal('done');
    await log.close();
  });

  it('is checked while a scrub copies: the old file stays', async () => {
    let free = plenty;
    let asked = 0;
    const freeBytes = (): number => {
      asked += 1;
      return asked > 1 ? free : plenty;
    };
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'), { freeBytes });
    const stream = newStream();
    succeed(await log.append(stream, [newEvent(), newEvent()], 'none'));
    await log.truncate(stream, 1);
    asked = 0;
    free = 0;
    expect(await outcome(log.scrub())).to.be.instanceOf(DiskFull);
    expect(asked).to.be.above(1);
    free = plenty;
    expect(await log.readStream(stream)).to.have.length(1);
    expect(await outcome(log.scrub())).to.equal('done');
    expect(succeed(await log.append(stream, [newEvent()], 1)).revision).to.equal(2);
    await log.close();
  });
});
