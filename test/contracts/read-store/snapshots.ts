import { expect } from 'chai';
import { withResolvers } from '../../support/with-resolvers.ts';
import { checkpointAt, commitTo, found, nextTurn, notes, putNote, removeNote, type Subject } from './fixture.ts';

export const snapshots = (subject: Subject): void => {
  it('stays the same during later commits', async () => {
    const before = { realm: 1, title: 'before', rank: 1, tags: ['x'] };
    await commitTo(subject.store, [putNote('a', before), putNote('b', { rank: 2 })], checkpointAt(1));
    await subject.store.snapshot(async (view) => {
      for (let position = 2; position < 14; position += 1) {
        const writes = [
          putNote('a', { realm: 1, title: 'after', rank: position }),
          putNote(`n${position}`, { rank: 0 }),
        ];
        await commitTo(subject.store, [...writes, removeNote('b')], checkpointAt(position));
        await nextTurn();
        expect(view.checkpoint.position).to.equal(1);
        expect(await view.get(notes, 'a')).to.deep.equal(before);
        expect(await view.getMany(notes, ['b', `n${position}`])).to.deep.equal([{ rank: 2 }, undefined]);
        expect(await found(view, 'byRank')).to.deep.equal([before, { rank: 2 }]);
        expect(await found(view, 'byTag', { prefix: ['x'] })).to.deep.equal([before]);
        expect(await view.scanKeys(notes, 'byTitle', { prefix: [], limit: 10 })).to.deep.equal([[1, 'before']]);
        expect(await view.count(notes, 'byRank', { prefix: [], limit: 100 })).to.equal(2);
      }
    });
    expect(await subject.store.snapshot((view) => view.get(notes, 'b'))).to.equal(undefined);
  });

  it('contains the commits that resolved before it began, and nothing of a commit in progress', async () => {
    for (let position = 1; position <= 10; position += 1) {
      const committed = commitTo(subject.store, [putNote('a', { rank: position })], checkpointAt(position));
      await subject.store.snapshot(async (view) => {
        const [note] = await found(view, 'byRank');
        await nextTurn();
        expect(note?.rank ?? 0).to.equal(view.checkpoint.position);
        expect(await view.get(notes, 'a')).to.deep.equal(note);
      });
      await committed;
      const rank = await subject.store.snapshot(async (view) => (await view.get(notes, 'a'))?.rank);
      expect(rank).to.equal(position);
    }
  });

  it('can exist several times, for different commits', async () => {
    const { promise: released, resolve: release } = withResolvers();
    const seen: Promise<number | undefined>[] = [];
    for (let position = 1; position <= 8; position += 1) {
      await commitTo(subject.store, [putNote('a', { rank: position })], checkpointAt(position));
      seen.push(
        subject.store.snapshot(async (view) => {
          await released;
          return (await view.get(notes, 'a'))?.rank;
        }),
      );
    }
    release();
    expect(await Promise.all(seen)).to.deep.equal(Array.from({ length: 8 }, (_, index) => index + 1));
  });

  it('resolves and rejects as its body does', async () => {
    expect(await subject.store.snapshot(async () => 'answer')).to.equal('answer');
    const failure = new Error('of the body');
    const thrown = await subject.store
      .snapshot(async () => {
        throw failure;
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(thrown).to.equal(failure);
  });

  it('refuses reads after its body has ended', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 })], checkpointAt(1));
    const view = await subject.store.snapshot(async (of) => of);
    const failed = await view.get(notes, 'a').then(
      () => false,
      () => true,
    );
    expect(failed).to.equal(true);
  });

  it('survives a scrub that happens during it', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 })], checkpointAt(1));
    await commitTo(subject.store, [putNote('a', { rank: 2 }), putNote('b', { rank: 3 })], checkpointAt(2));
    let scrubbed: Promise<void> | undefined;
    await subject.store.snapshot(async (view) => {
      scrubbed = subject.store.scrub();
      for (let turn = 0; turn < 200; turn += 1) await nextTurn();
      expect(await found(view, 'byRank')).to.deep.equal([{ rank: 2 }, { rank: 3 }]);
    });
    await scrubbed;
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 2 }, { rank: 3 }]);
  });
};
