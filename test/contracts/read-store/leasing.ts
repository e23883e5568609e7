import { expect } from 'chai';
import { type Checkpoint, LeaseLost, type ReadStore } from '../../../src/ports/read-store.ts';
import { checkpointAt, found, nextTurn, putNote, type Subject } from './fixture.ts';

const long = 600_000;
const short = 30;

/** Whether the store refused because another holder has the lease. Any other error fails the test. */
const refused = async (done: Promise<unknown>): Promise<boolean> => {
  try {
    await done;
    return false;
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    throw error;
  }
};

const taken = async (store: ReadStore, holder: string, ttlMs: number) => {
  for (;;) {
    const lease = await store.takeLease(holder, ttlMs);
    if (lease !== undefined) return lease;
    await nextTurn();
  }
};

export const leasing = (subject: Subject): void => {
  it('grants one lease at a time, and the same one again to its holder', async () => {
    const first = await subject.store.takeLease('first', long);
    expect(first?.token).to.be.a('number');
    expect(await subject.store.takeLease('second', long)).to.equal(undefined);
    expect(await subject.store.takeLease('first', long)).to.deep.equal(first);
    expect(await subject.store.takeLease('second', long)).to.equal(undefined);
  });

  it('grants the lease to another process if its holder stops renewing it, and refuses later writes of that holder', async () => {
    const { store } = subject;
    const first = await taken(store, 'first', short);
    await store.commit([putNote('a', { rank: 1 })], checkpointAt(1), first);
    const second = await taken(store, 'second', long);
    expect(second.token).to.be.greaterThan(first.token);
    expect(await store.checkpoint()).to.deep.equal(checkpointAt(1));
    await store.commit([putNote('a', { rank: 2 })], checkpointAt(2), second);
    expect(await refused(store.commit([putNote('a', { rank: 9 })], checkpointAt(9), first))).to.equal(true);
    expect(await refused(store.reset(first))).to.equal(true);
    expect(await store.checkpoint()).to.deep.equal(checkpointAt(2));
    expect(await store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 2 }]);
    await store.commit([putNote('a', { rank: 3 })], checkpointAt(3), second);
  });

  it('keeps a lease while it is prolonged, and accepts commits with an expired lease that nobody else has taken', async () => {
    const { store } = subject;
    const held = await taken(store, 'first', short);
    await store.takeLease('first', long);
    expect(await store.takeLease('second', long)).to.equal(undefined);
    await store.takeLease('first', 0);
    await store.commit([], checkpointAt(1), held);
    expect(await store.checkpoint()).to.deep.equal(checkpointAt(1));
  });

  it('grants the lease again to a holder that lost it, with another token', async () => {
    const { store } = subject;
    const first = await taken(store, 'first', 0);
    const second = await taken(store, 'second', 0);
    const again = await taken(store, 'first', long);
    expect(again.token).to.be.greaterThan(second.token);
    expect(await refused(store.commit([], checkpointAt(1), first))).to.equal(true);
    expect(await refused(store.commit([], checkpointAt(1), second))).to.equal(true);
    await store.commit([], checkpointAt(1), again);
  });

  it('keeps the lease after a reset', async () => {
    const { store } = subject;
    const lease = await taken(store, 'first', long);
    await store.commit([putNote('a', { rank: 1 })], checkpointAt(1), lease);
    await store.reset(lease);
    await store.commit([putNote('a', { rank: 2 })], checkpointAt(1), lease);
    expect(await store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 2 }]);
  });

  it('reports the current checkpoint, later ones, and that there is none', async () => {
    const { store } = subject;
    const lease = await taken(store, 'first', long);
    await store.commit([], checkpointAt(1), lease);
    const notified: (Checkpoint | undefined)[] = [];
    let heard = (): void => {};
    const stop = store.onCheckpoint((checkpoint) => {
      notified.push(checkpoint);
      heard();
    });
    const until = async (position: number | undefined): Promise<void> => {
      while (notified.length === 0 || notified.at(-1)?.position !== position) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    };
    await until(1);
    for (let position = 2; position <= 20; position += 1) await store.commit([], checkpointAt(position), lease);
    await until(20);
    await store.reset(lease);
    await until(undefined);
    await store.commit([], checkpointAt(21), lease);
    await until(21);
    const positions = notified.map((checkpoint) => checkpoint?.position ?? Number.POSITIVE_INFINITY);
    const before = positions.slice(0, positions.indexOf(Number.POSITIVE_INFINITY));
    expect(before).to.deep.equal([...new Set(before)].sort((a, b) => a - b));
    stop();
    const soFar = notified.length;
    await store.commit([], checkpointAt(22), lease);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(notified).to.have.length(soFar);
  });
};
