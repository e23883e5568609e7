import { expect } from 'chai';
import type { ReadModel } from '../../../src/define/projection.ts';
import type { ReadStore } from '../../../src/ports/read-store.ts';
import {
  checkpointAt,
  commitTo,
  counters,
  found,
  leaseOf,
  models,
  moreThanABatch,
  type Note,
  notes,
  putCounter,
  putNote,
  removeNote,
  type Subject,
} from './fixture.ts';

export const lasting = (subject: Subject): void => {
  const some = [putNote('a', { realm: 1, title: 't', rank: 1, tags: ['x'] }), putCounter('c', 4)];

  it('keeps everything when it is reopened', async () => {
    await commitTo(subject.store, some, checkpointAt(3));
    const store = await subject.reopen();
    expect(await store.checkpoint()).to.deep.equal(checkpointAt(3));
    await store.snapshot(async (view) => {
      expect(await view.get(counters, 'c')).to.deep.equal({ count: 4 });
      expect(await found(view, 'byTag', { prefix: ['x'] })).to.have.length(1);
    });
    await commitTo(store, [removeNote('a')], checkpointAt(4));
    expect(await store.snapshot((view) => found(view, 'byTag', { prefix: ['x'] }))).to.deep.equal([]);
  });

  it('finishes the commits in progress before it closes', async () => {
    const lease = await leaseOf(subject.store);
    const committed = subject.store.commit(some, checkpointAt(3), lease);
    await subject.store.close();
    await committed;
    expect(await (await subject.reopen()).checkpoint()).to.deep.equal(checkpointAt(3));
  });

  it('drops a model that is no longer declared', async () => {
    await commitTo(subject.store, some, checkpointAt(3));
    await subject.reopen([counters]);
    const store = await subject.reopen();
    await store.snapshot(async (view) => {
      expect(await view.get(notes, 'a')).to.equal(undefined);
      expect(await found(view, 'byTag', { prefix: ['x'] })).to.deep.equal([]);
      expect(await view.get(counters, 'c')).to.deep.equal({ count: 4 });
    });
  });

  it('fills an index that is new, or whose fields changed, from the stored documents', async () => {
    const count = moreThanABatch;
    const writes = Array.from({ length: count }, (_, rank) => putNote(`note-${rank}`, { rank, title: `${rank % 10}` }));
    await commitTo(subject.store, writes, checkpointAt(1));
    const changed: ReadModel<Note> = { name: 'notes', indexes: { byRank: ['title', 'rank'], byTitleAlone: ['title'] } };
    const store = await subject.reopen([changed, counters]);
    await store.snapshot(async (view) => {
      const ranks = await view.scanKeys(changed, 'byRank', { prefix: ['3'], limit: count });
      expect(ranks).to.deep.equal(Array.from({ length: count / 10 }, (_, index) => ['3', index * 10 + 3]));
      expect(await view.count(changed, 'byTitleAlone', { prefix: [], limit: 2 * count })).to.equal(count);
    });
    await commitTo(store, [removeNote('note-3')], checkpointAt(2));
    const again = await subject.reopen(models);
    const left = await again.snapshot((view) => view.count(notes, 'byRank', { prefix: [], limit: 2 * count }));
    expect(left).to.equal(count - 1);
  });

  it('keeps everything during a scrub, including later commits', async () => {
    const note = (id: number, rank: number) => putNote(`note-${id}`, { realm: 1, rank, tags: [rank, 'all'] });
    const count = moreThanABatch;
    await commitTo(
      subject.store,
      Array.from({ length: count }, (_, id) => note(id, id)),
      checkpointAt(1),
    );
    const scrubbed = subject.store.scrub();
    for (let position = 2; position < 30; position += 1) {
      const writes = [note(position, -position), removeNote(`note-${1000 + position}`), note(count + position, 1)];
      await commitTo(subject.store, writes, checkpointAt(position));
    }
    await scrubbed;
    const check = async (store: ReadStore): Promise<void> => {
      expect((await store.checkpoint())?.position).to.equal(29);
      await store.snapshot(async (view) => {
        expect(await view.count(notes, 'byRank', { prefix: [], limit: 2 * count })).to.equal(count);
        expect(await view.count(notes, 'byRealmAndTag', { prefix: [1, 'all'], limit: 2 * count })).to.equal(count);
        const [lowest] = await found(view, 'byRank', { limit: 1 });
        expect(lowest?.rank).to.equal(-29);
        expect(await view.count(notes, 'byRank', { prefix: [29], limit: 10 })).to.equal(0);
        expect(await view.get(notes, 'note-1010')).to.equal(undefined);
      });
    };
    await check(subject.store);
    await check(await subject.reopen());
  });

  it('refuses all calls once closed; closing again is no error', async () => {
    const { store } = subject;
    await store.close();
    await store.close();
    for (const asked of [() => store.checkpoint(), () => commitTo(store, [], checkpointAt(1))]) {
      const failed = await asked().then(
        () => false,
        () => true,
      );
      expect(failed).to.equal(true);
    }
  });
};
