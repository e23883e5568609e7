import { expect } from 'chai';
import fc from 'fast-check';
import type { Key, Range } from '../../../src/ports/read-store.ts';
import {
  checkpointAt,
  commitAll,
  commitTo,
  emptied,
  found,
  type Note,
  notes,
  putNote,
  removeNote,
  type Subject,
} from './fixture.ts';
import { plainStore } from './plain-store.ts';

const awkward = [
  '',
  '\u0000',
  '\u0001',
  '\u0002',
  'a',
  'a\u0000',
  'a\u0000b',
  'a\u0001',
  'ab',
  'é',
  '\u{10ffff}',
  '\uffff',
];
const texts = fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength: 5 }));
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, -0.5, 2 ** 53 - 1, -(2 ** 53 - 1), 1e300, -1e300, 5e-324),
);
const realms = fc.option(fc.integer({ min: 1, max: 2 }));
const titles = fc.oneof(texts, numbers, fc.constant(null));
const tags = fc.oneof(fc.constantFrom('x', 'y', ''), fc.integer({ min: 0, max: 2 }));

const note: fc.Arbitrary<Note> = fc.record(
  { realm: realms, title: titles, rank: numbers, tags: fc.array(tags, { maxLength: 4 }), body: texts },
  { requiredKeys: [] },
);
const id = fc.oneof(
  fc.constantFrom('1', '2', '10', 'a', 'é'),
  texts.filter((text) => text !== ''),
);
const writes = fc.uniqueArray(
  fc.tuple(id, fc.option(note)).map(([of, document]) => (document === null ? removeNote(of) : putNote(of, document))),
  { selector: (write) => write.id, maxLength: 12 },
);

/** A random range: a prefix of some fields, and perhaps bounds for the next field. */
const range = (fields: readonly fc.Arbitrary<Key>[], fixedAtLeast: number): fc.Arbitrary<Range> =>
  fc.integer({ min: fixedAtLeast, max: fields.length }).chain((fixed) => {
    const next = fields[fixed] ?? fc.constant(null);
    const bound = fixed < fields.length ? fc.option(next, { nil: undefined }) : fc.constant(undefined);
    const prefix = fc.tuple(...fields.slice(0, fixed));
    return fc
      .tuple(prefix, bound, bound, fc.boolean(), fc.integer({ min: 1, max: 15 }))
      .map(([keys, from, to, reverse, limit]) => ({
        prefix: keys,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        reverse,
        limit,
      }));
  });

/** A range over the elements of an array is a single key (see the port). */
const questions = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('byTitle'), range([realms, titles], 0)),
    fc.tuple(fc.constant('byRank'), range([numbers], 0)),
    fc.tuple(fc.constant('byTag'), range([tags, numbers], 1)),
    fc.tuple(fc.constant('byRealmAndTag'), range([realms, tags], 2)),
  ),
  { minLength: 1, maxLength: 8 },
);

export const scanning = (subject: Subject): void => {
  it('returns the same as a sorted list, for random writes and random ranges', async () => {
    const property = fc.asyncProperty(fc.array(writes, { maxLength: 4 }), questions, async (batches, asked) => {
      const plain = plainStore<Note>();
      await emptied(subject.store);
      for (const batch of batches) plain.commit(batch);
      await commitAll(subject.store, batches);
      await subject.store.snapshot(async (view) => {
        for (const [index, of] of asked) {
          const expected = plain.scan(notes.indexes[index] ?? [], of);
          expect(await view.scan(notes, index, of)).to.deep.equal(expected.map(({ document }) => document));
          expect(await view.scanKeys(notes, index, of)).to.deep.equal(expected.map(({ values }) => values));
          expect(await view.count(notes, index, of)).to.equal(expected.length);
        }
        const [ids, documents] = [[...plain.documents.keys()], [...plain.documents.values()]];
        expect(await view.getMany(notes, ids)).to.deep.equal(documents);
      });
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('returns every document once, in the order of the keys, in pages', async () => {
    const ids = ['b', '10', 'a', '2', 'é', `long ${'x'.repeat(500)}`, `long ${'x'.repeat(501)}`, 'a\u0001'];
    await commitTo(
      subject.store,
      ids.map((of) => putNote(of, { body: of })),
      checkpointAt(1),
    );
    await subject.store.snapshot(async (view) => {
      const paged: { key: string; document: Note }[] = [];
      for (let page = await view.everything(notes, undefined, 3); page.length > 0; ) {
        paged.push(...page);
        page = await view.everything(notes, page.at(-1)?.key, 3);
      }
      expect(paged.map(({ document }) => document.body)).to.have.members(ids);
      const short = paged.filter(({ document }) => ['2', '10', 'a', 'b', 'é'].includes(String(document.body)));
      expect(short.map(({ key }) => key)).to.deep.equal(['10', '2', 'a', 'b', 'é']);
      expect(await view.everything(notes, undefined, 100)).to.deep.equal(paged);
    });
  });

  it('orders null, then numbers, then strings by their bytes', async () => {
    const titles: Key[] = [
      null,
      -(2 ** 53 - 1),
      -10,
      -9.5,
      0,
      9,
      10,
      1e300,
      '',
      '\u0000',
      '1',
      '10',
      'Z',
      'a',
      'ab',
      'é',
    ];
    titles.push('\uffff', '\u{10000}');
    const writesOfTitles = [...titles].reverse().map((title, index) => putNote(`note-${index}`, { realm: 1, title }));
    await commitTo(subject.store, writesOfTitles, checkpointAt(1));
    const keys = await subject.store.snapshot((view) => view.scanKeys(notes, 'byTitle', { prefix: [1], limit: 100 }));
    expect(keys.map(([, title]) => title)).to.deep.equal(titles);
  });

  it('orders documents with the same keys by their ids', async () => {
    await commitTo(
      subject.store,
      ['b', '10', 'a', '2', 'é'].map((of) => putNote(of, { rank: 1, body: of })),
      checkpointAt(1),
    );
    await subject.store.snapshot(async (view) => {
      const forward = await found(view, 'byRank', { prefix: [1] });
      expect(forward.map(({ body }) => body)).to.deep.equal(['10', '2', 'a', 'b', 'é']);
      const reverse = await found(view, 'byRank', { prefix: [1], reverse: true, limit: 2 });
      expect(reverse.map(({ body }) => body)).to.deep.equal(['é', 'b']);
    });
  });

  it('moves a document whose fields change, and removes it when it loses a field', async () => {
    await commitTo(
      subject.store,
      [putNote('a', { realm: 1, title: 'old', rank: 1, tags: ['x', 'y'] })],
      checkpointAt(1),
    );
    await commitTo(subject.store, [putNote('a', { realm: 1, title: 'new', tags: ['y', 'z'] })], checkpointAt(2));
    await subject.store.snapshot(async (view) => {
      expect(await view.scanKeys(notes, 'byTitle', { prefix: [], limit: 10 })).to.deep.equal([[1, 'new']]);
      expect(await found(view, 'byRank')).to.deep.equal([]);
      expect(await view.count(notes, 'byRealmAndTag', { prefix: [1, 'x'], limit: 10 })).to.equal(0);
      expect(await view.count(notes, 'byRealmAndTag', { prefix: [1, 'z'], limit: 10 })).to.equal(1);
    });
  });

  it('finds a document once for a repeated element, and not at all for an empty array', async () => {
    const twice = { rank: 1, tags: ['x', 'x'] };
    await commitTo(subject.store, [putNote('a', twice), putNote('b', { rank: 2, tags: [] })], checkpointAt(1));
    const got = await subject.store.snapshot((view) => found(view, 'byTag', { prefix: ['x'] }));
    expect(got).to.deep.equal([twice]);
  });

  it('distinguishes long keys, and returns them completely', async () => {
    const long = 'long '.repeat(2000);
    const titles = [long, `${long}a`, `${long}b`, '\u0000'.repeat(1000), '\u0000'.repeat(1001), '👍'.repeat(500)];
    const put = (title: string) => putNote(`${title} is also the id`, { realm: 1, title, tags: [title, 'short'] });
    await commitTo(subject.store, titles.map(put), checkpointAt(1));
    await subject.store.snapshot(async (view) => {
      for (const title of titles) {
        const documents = await found(view, 'byTitle', { prefix: [1, title] });
        expect(documents.map((document) => document.title)).to.deep.equal([title]);
        expect(await view.get(notes, `${title} is also the id`)).to.deep.equal(documents[0]);
        const keys = await view.scanKeys(notes, 'byRealmAndTag', { prefix: [1, title], limit: 10 });
        expect(keys).to.deep.equal([[1, title]]);
      }
      const all = await view.scanKeys(notes, 'byTitle', { prefix: [1], limit: 100 });
      expect(all.map(([, title]) => title)).to.have.members(titles);
    });
    await commitTo(
      subject.store,
      titles.map((title) => removeNote(`${title} is also the id`)),
      checkpointAt(2),
    );
    expect(await subject.store.snapshot((view) => found(view, 'byTitle'))).to.deep.equal([]);
  });

  it('counts only up to the limit', async () => {
    const all = Array.from({ length: 20 }, (_, rank) => putNote(`${rank}`, { rank }));
    await commitTo(subject.store, all, checkpointAt(1));
    await subject.store.snapshot(async (view) => {
      expect(await view.count(notes, 'byRank', { prefix: [], limit: 5 })).to.equal(5);
      expect(await view.count(notes, 'byRank', { prefix: [], from: 5, to: 14, limit: 100 })).to.equal(10);
    });
  });

  it('refuses an index that is not declared', async () => {
    const failed = await subject.store
      .snapshot((view) => found(view, 'byNothing'))
      .then(
        () => false,
        () => true,
      );
    expect(failed).to.equal(true);
  });

  it('finds a document by the words of its texts, without a field that holds them', async () => {
    await emptied(subject.store);
    await commitTo(
      subject.store,
      [
        putNote('1', { title: 'Red Fox', body: 'red, and quick', rank: 1 }),
        putNote('2', { title: 7, body: 'quick', rank: 2 }),
        putNote('3', { title: 'quick' }),
      ],
      checkpointAt(1),
    );
    const foundBy = (word: string) =>
      subject.store.snapshot((view) => found(view, 'byWordOfTitle', { prefix: [word] }));
    expect(await foundBy('quick')).to.have.length(2);
    expect(await foundBy('red')).to.deep.equal([{ title: 'Red Fox', body: 'red, and quick', rank: 1 }]);
    await commitTo(subject.store, [putNote('1', { title: 'Blue Fox', rank: 1 })], checkpointAt(2));
    expect(await foundBy('red')).to.deep.equal([]);
    expect(await foundBy('fox')).to.have.length(1);
  });
};
