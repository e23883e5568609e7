/** The entries of an ordinary index, and how they change with a document. */
import { expect } from 'chai';
import fc from 'fast-check';
import { type Entry, entryCodec } from '../../../src/adapters/lmdb/index-keys.ts';

const { changes } = entryCodec(['realm', 'tags', 'number']);
type Tagged = { realm?: unknown; tags?: unknown; number?: unknown };

const texts = (entries: readonly Entry[]): string[] => entries.map((entry) => JSON.stringify(entry));
const entriesOf = (document: Tagged): string[] => texts(changes(undefined, document, 'd').added);

describe('the entries of a document', () => {
  it('are one for each element of a list', () => {
    const { removed, added } = changes(undefined, { realm: 1, tags: ['a', 2, null], number: 7 }, 'd');
    expect(removed).to.deep.equal([]);
    expect(added).to.deep.equal([
      [1, 'a', 7, 'd'],
      [1, 2, 7, 'd'],
      [1, false, 7, 'd'],
    ]);
  });

  it('change only for the elements that change, however many there are', () => {
    const many = Array.from({ length: 1_000 }, (_, number) => number);
    const before = { realm: 1, tags: many, number: 7 };
    expect(changes(before, { ...before, tags: [...many.slice(1), '5'] }, 'd')).to.deep.equal({
      removed: [[1, 0, 7, 'd']],
      added: [[1, '5', 7, 'd']],
    });
    expect(changes(before, { ...before }, 'd')).to.deep.equal({ removed: [], added: [] });
  });

  it('are those of the new document after the change', () => {
    const value = fc.constantFrom(0, -0, 1, 2, '1', '2', '', null);
    const field = fc.option(value, { nil: undefined });
    const tags = fc.oneof(field, fc.array(value, { maxLength: 6 }));
    const document = fc.record({ realm: field, tags, number: field });
    fc.assert(
      fc.property(document, document, (before, after) => {
        const { removed, added } = changes(before, after, 'd');
        const left = new Set(entriesOf(before));
        for (const entry of texts(removed)) left.delete(entry);
        for (const entry of texts(added)) left.add(entry);
        expect([...left].sort()).to.deep.equal([...new Set(entriesOf(after))].sort());
      }),
    );
  });
});
