/** Fields that only indexes are made of: a read may leave them out, the indexes never. */
import { expect } from 'chai';
import type { ReadModel } from '../../../src/define/projection.ts';
import { checkpointAt, commitTo, models, type Note, notes, putNote, removeNote, type Subject } from './fixture.ts';

/** Longer than any key: what an index holds of it is cut, and the document has the rest. */
const long = 'long'.repeat(1000);
const apart: ReadModel<Note> = { ...notes, indexOnly: ['tags', 'title'] };
const opened = [apart, ...models.filter(({ name }) => name !== notes.name)];

export const indexOnly = (subject: Subject): void => {
  const ranksTagged = (tag: string): Promise<(number | undefined)[]> =>
    subject.store.snapshot(async (view) =>
      (await view.scan(apart, 'byTag', { prefix: [tag], limit: 10 })).map(({ rank }) => rank),
    );
  const keysByTitle = () =>
    subject.store.snapshot((view) => view.scanKeys(apart, 'byTitle', { prefix: [1], limit: 10 }));

  beforeEach(async () => {
    await subject.reopen(opened);
    const a = putNote('a', { realm: 1, rank: 1, title: long, tags: ['x', 'y'], body: 'two\nlines' });
    await commitTo(
      subject.store,
      [a, putNote('b', { rank: 2, tags: ['x'] }), putNote('c', { rank: 3 })],
      checkpointAt(1),
    );
  });

  it('are found by, and all that may be asked of a document comes with it', async () => {
    expect(await ranksTagged('x')).to.deep.equal([1, 2]);
    expect(await keysByTitle()).to.deep.equal([[1, long]]);
    const read = await subject.store.snapshot((view) => view.getMany(apart, ['a', 'c']));
    expect(read[0]).to.include({ realm: 1, rank: 1, body: 'two\nlines' });
    expect(read[1]).to.deep.equal({ rank: 3 });
  });

  it('leave the indexes with the document that had them', async () => {
    const writes = [putNote('a', { rank: 4, tags: ['y', 'z'] }), removeNote('b')];
    await commitTo(subject.store, writes, checkpointAt(2));
    expect(await ranksTagged('x')).to.deep.equal([]);
    expect([await ranksTagged('y'), await ranksTagged('z')]).to.deep.equal([[4], [4]]);
    expect(await keysByTitle()).to.deep.equal([]);
  });

  it('are there for an index that is new, and may become fields like others', async () => {
    const byTagAlone: ReadModel<Note> = { ...apart, indexes: { ...apart.indexes, byTagAlone: ['tags'] } };
    await subject.reopen([byTagAlone, ...opened.slice(1)]);
    expect(
      await subject.store.snapshot((view) => view.count(byTagAlone, 'byTagAlone', { prefix: ['x'], limit: 9 })),
    ).to.equal(2);
    await subject.reopen();
    await commitTo(subject.store, [putNote('c', { rank: 5, tags: ['x'] })], checkpointAt(2));
    const read = await subject.store.snapshot((view) => view.getMany(notes, ['a', 'c']));
    expect(read[0]).to.include({ rank: 1 });
    expect(read[1]).to.deep.equal({ rank: 5, tags: ['x'] });
    expect(await ranksTagged('x')).to.deep.equal([1, 2, 5]);
  });
};
