import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { DocumentRefused } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import {
  checkpointAt,
  commitTo,
  counters,
  emptied,
  found,
  type Note,
  notes,
  putCounter,
  putNote,
  removeNote,
  type Subject,
} from './fixture.ts';

export const committing = (subject: Subject): void => {
  /** The model and the id of the document for which the commit is refused. */
  const refused = (writes: Parameters<typeof commitTo>[1], position: number) =>
    commitTo(subject.store, writes, checkpointAt(position)).then(
      () => [],
      (error: unknown) => {
        if (error instanceof DocumentRefused) return [error.model, error.id];
        throw error;
      },
    );

  it('has no checkpoint before the first commit, and position 0 in a snapshot', async () => {
    expect(await subject.store.checkpoint()).to.equal(undefined);
    expect(await subject.store.snapshot(async ({ checkpoint }) => checkpoint.position)).to.equal(0);
  });

  it('remembers the checkpoint of the last commit', async () => {
    await commitTo(subject.store, [putNote('a', {})], checkpointAt(7));
    await commitTo(subject.store, [], checkpointAt(9));
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(9));
    expect(await subject.store.snapshot(async ({ checkpoint }) => checkpoint)).to.deep.equal(checkpointAt(9));
  });

  it('puts, replaces and removes documents', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 }), putNote('b', { rank: 2 })], checkpointAt(1));
    await commitTo(subject.store, [putNote('a', { rank: 3 }), removeNote('b'), removeNote('absent')], checkpointAt(2));
    await subject.store.snapshot(async (view) => {
      expect(await view.get(notes, 'a')).to.deep.equal({ rank: 3 });
      expect(await view.get(notes, 'b')).to.equal(undefined);
      expect(await found(view, 'byRank')).to.deep.equal([{ rank: 3 }]);
    });
  });

  it('gets many documents in the requested order, with undefined for missing ones', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 }), putNote('b', { rank: 2 })], checkpointAt(1));
    const got = await subject.store.snapshot((view) => view.getMany(notes, ['b', 'absent', 'a', 'b']));
    expect(got).to.deep.equal([{ rank: 2 }, undefined, { rank: 1 }, { rank: 2 }]);
  });

  it('keeps models separate', async () => {
    await commitTo(subject.store, [putNote('same', { rank: 1 }), putCounter('same', 5)], checkpointAt(1));
    await commitTo(subject.store, [removeNote('same')], checkpointAt(2));
    await subject.store.snapshot(async (view) => {
      expect(await view.get(notes, 'same')).to.equal(undefined);
      expect(await view.get(counters, 'same')).to.deep.equal({ count: 5 });
      expect(await view.scan(counters, 'byCount', { prefix: [5], limit: 10 })).to.deep.equal([{ count: 5 }]);
    });
  });

  it('returns documents exactly as they were put', async () => {
    const document: Note = {
      realm: null,
      title: '👩‍👩‍👧 \u2028 e\u0301 \u0000 "\\',
      rank: -0.25,
      tags: [],
      body: { empty: {}, list: [null, true, [1, [2]]], large: 2 ** 53 - 1, text: 'é'.repeat(50_000), '': '' },
    };
    await commitTo(subject.store, [putNote('id with \u0000 and 👍', document)], checkpointAt(1));
    const got = await subject.store.snapshot((view) => view.get(notes, 'id with \u0000 and 👍'));
    expect(got).to.deep.equal(document);
  });

  it('writes all of a commit or nothing, including the checkpoint', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 })], checkpointAt(1));
    const impossible = putNote('c', { rank: Number.NaN });
    expect(await refused([putNote('b', { rank: 2 }), impossible], 2)).to.deep.equal(['notes', 'c']);
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(1));
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 1 }]);
    await commitTo(subject.store, [putNote('b', { rank: 3 })], checkpointAt(2));
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 1 }, { rank: 3 }]);
  });

  it('refuses a document that is longer than any store accepts, and names it', async () => {
    const note = (length: number) => putNote('a', { rank: 1, body: 'x'.repeat(length) });
    const around = JSON.stringify({ rank: 1, body: '' }).length;
    expect(await refused([note(limits.documentLengthMax + 1 - around)], 1)).to.deep.equal(['notes', 'a']);
    expect(await subject.store.checkpoint()).to.equal(undefined);
    await commitTo(subject.store, [note(limits.documentLengthMax - around)], checkpointAt(1));
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(1));
  });

  it('keeps the checkpoint when a commit has none', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1 })], undefined);
    expect(await subject.store.checkpoint()).to.equal(undefined);
    await commitTo(subject.store, [putNote('a', { rank: 2 })], checkpointAt(7));
    await commitTo(subject.store, [putNote('a', { rank: 3 }), putNote('b', { rank: 4 })], undefined);
    await subject.reopen();
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(7));
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 3 }, { rank: 4 }]);
  });

  it('accepts documents of a megabyte', async () => {
    const large = { rank: 1, body: randomBytes(750_000).toString('base64') };
    await commitTo(subject.store, [putNote('a', large), putNote('b', { ...large, rank: 2 })], checkpointAt(1));
    expect(await subject.store.snapshot((view) => view.get(notes, 'a'))).to.deep.equal(large);
    expect(await subject.store.snapshot((view) => view.get(notes, 'b'))).to.deep.equal({ ...large, rank: 2 });
  });

  it('makes commits in the order of the calls', async () => {
    const positions = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(
      positions.map((position) => commitTo(subject.store, [putNote('a', { rank: position })], checkpointAt(position))),
    );
    expect(await subject.store.checkpoint()).to.deep.equal(checkpointAt(20));
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 20 }]);
  });

  it('accepts a large batch', async () => {
    // More than 2,000 writes use another thread if there is one.
    const writes = Array.from({ length: 2_100 }, (_, rank) =>
      putNote(`note-${rank}`, { realm: 1, rank, tags: [rank] }),
    );
    await commitTo(subject.store, writes, checkpointAt(1));
    await subject.store.snapshot(async (view) => {
      const all = await view.scan(notes, 'byRank', { prefix: [], limit: 10_000 });
      expect(all.map(({ rank }) => rank)).to.deep.equal(writes.map((_, rank) => rank));
    });
  });

  it('removes everything on reset', async () => {
    await commitTo(subject.store, [putNote('a', { rank: 1, tags: ['x'] }), putCounter('b', 2)], checkpointAt(5));
    await emptied(subject.store);
    expect(await subject.store.checkpoint()).to.equal(undefined);
    await subject.store.snapshot(async (view) => {
      expect(await view.get(notes, 'a')).to.equal(undefined);
      expect(await found(view, 'byTag', { prefix: ['x'] })).to.deep.equal([]);
      expect(await view.count(counters, 'byCount', { prefix: [], limit: 10 })).to.equal(0);
    });
    await commitTo(subject.store, [putNote('a', { rank: 2 })], checkpointAt(1));
    expect(await subject.store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 2 }]);
  });
};
