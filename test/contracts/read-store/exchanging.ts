/** A store that is built while another one is in use, and replaces it. */
import { expect } from 'chai';
import { LeaseLost } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo, found, leaseOf, putNote, type Subject } from './fixture.ts';

export const exchanging = (subject: Subject): void => {
  const shown = (store: Pick<Subject['store'], 'snapshot'>) =>
    store.snapshot(async (view) => ({
      position: view.checkpoint.position,
      notes: await found(view, 'byRank'),
      one: await view.get({ name: 'notes', indexes: {} }, 'a'),
    }));

  it('is empty, and neither store sees what the other one writes', async () => {
    const { store } = subject;
    await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
    const built = await store.openReplacement(await leaseOf(store));
    expect(await built.checkpoint()).to.equal(undefined);
    expect(await shown(built)).to.deep.equal({ position: 0, notes: [], one: undefined });
    await built.commit([putNote('a', { rank: 2 })], checkpointAt(2), await leaseOf(store));
    await commitTo(store, [putNote('b', { rank: 3 })], checkpointAt(6));
    expect(await shown(built)).to.deep.equal({ position: 2, notes: [{ rank: 2 }], one: { rank: 2 } });
    expect(await shown(store)).to.deep.equal({ position: 6, notes: [{ rank: 1 }, { rank: 3 }], one: { rank: 1 } });
    await built.close();
    expect(await shown(store)).to.deep.include({ position: 6 });
  });

  it('replaces the other store in one step, and stays in use', async () => {
    const { store } = subject;
    await commitTo(store, [putNote('a', { rank: 1 }), putNote('gone', { rank: 2 })], checkpointAt(5));
    const heard: (number | undefined)[] = [];
    const stop = store.onCheckpoint((checkpoint) => heard.push(checkpoint?.position));
    const built = await store.openReplacement(await leaseOf(store));
    await built.commit([putNote('a', { rank: 7 })], checkpointAt(4), await leaseOf(store));
    await built.commit([putNote('new', { rank: 8 })], checkpointAt(9), await leaseOf(store));
    const during = await store.snapshot(async (view) => {
      await store.exchange(await leaseOf(store));
      return found(view, 'byRank');
    });
    expect(during, 'a snapshot from before').to.deep.equal([{ rank: 1 }, { rank: 2 }]);
    const expected = { position: 9, notes: [{ rank: 7 }, { rank: 8 }], one: { rank: 7 } };
    expect(await shown(store)).to.deep.equal(expected);
    await commitTo(store, [putNote('later', { rank: 9 })], checkpointAt(10));
    while (heard.at(-1) !== 10) await new Promise(setImmediate);
    stop();
    const reopened = await subject.reopen();
    expect(await shown(reopened)).to.deep.equal({ ...expected, position: 10, notes: [...expected.notes, { rank: 9 }] });
  });

  it('can be made repeatedly', async () => {
    const { store } = subject;
    for (const rank of [1, 2, 3]) {
      const built = await store.openReplacement(await leaseOf(store));
      await built.commit([putNote('a', { rank })], checkpointAt(rank), await leaseOf(store));
      await store.exchange(await leaseOf(store));
      expect(await shown(store)).to.deep.equal({ position: rank, notes: [{ rank }], one: { rank } });
    }
    await store.reset(await leaseOf(store));
    expect(await store.checkpoint()).to.equal(undefined);
    expect(await store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([]);
  });

  it('starts again if an earlier one was left, and is removed with the process that built it', async () => {
    const { store } = subject;
    await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
    const left = await store.openReplacement(await leaseOf(store));
    await left.commit([putNote('b', { rank: 2 })], checkpointAt(3), await leaseOf(store));
    const built = await store.openReplacement(await leaseOf(store));
    expect(await built.checkpoint()).to.equal(undefined);
    await built.commit([putNote('c', { rank: 3 })], checkpointAt(4), await leaseOf(store));
    const reopened = await subject.reopen();
    expect(await shown(reopened)).to.deep.equal({ position: 5, notes: [{ rank: 1 }], one: { rank: 1 } });
    expect(await (await reopened.openReplacement(await leaseOf(reopened))).checkpoint()).to.equal(undefined);
  });

  it('is written, and put in use, only under the lease', async () => {
    const { store } = subject;
    const lease = await store.takeLease('first', 0);
    if (!lease) throw new Error('somebody holds the lease');
    const built = await store.openReplacement(lease);
    await built.commit([putNote('a', { rank: 1 })], checkpointAt(1), lease);
    for (let other = await store.takeLease('second', 600_000); !other; other = await store.takeLease('second', 600_000))
      await new Promise(setImmediate);
    for (const refused of [
      () => built.commit([], checkpointAt(2), lease),
      () => store.exchange(lease),
      () => store.openReplacement(lease),
    ]) {
      const error = await refused().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(LeaseLost);
    }
    expect(await store.checkpoint()).to.equal(undefined);
  });
};
