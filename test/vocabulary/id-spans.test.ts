import { expect } from 'chai';
import fc from 'fast-check';
import {
  holdsId,
  type IdSpan,
  type IdSpans,
  idsIn,
  joinedSpans,
  spansOf,
  spansWithout,
  spanWith,
  united,
} from '../../src/vocabulary/id-spans.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 });
const ascending = (all: Iterable<number>): number[] => [...new Set(all)].sort((a, b) => a - b);

/** In order, apart from each other. */
function expectSet(spans: IdSpans): void {
  for (const [first, last] of spans) expect(first).to.be.at.most(last);
  for (let at = 1; at < spans.length; at += 1)
    expect((spans[at] as IdSpan)[0]).to.be.above((spans[at - 1] as IdSpan)[1] + 1);
}

describe('spans of ids', () => {
  it('contain exactly their ids, in as few spans as possible', () => {
    expect(spansOf([7, 1, 3, 2])).to.deep.equal([
      [1, 3],
      [7, 7],
    ]);
    expect(spansOf([])).to.deep.equal([]);
    fc.assert(
      fc.property(ids, (all) => {
        expectSet(spansOf(all));
        expect(idsIn(spansOf(all))).to.deep.equal(ascending(all));
        for (let id = 0; id <= 41; id += 1) expect(holdsId(spansOf(all), id)).to.equal(all.includes(id));
      }),
    );
  });

  it('are joined and subtracted like sets', () => {
    fc.assert(
      fc.property(ids, ids, (some, others) => {
        const both = joinedSpans(spansOf(some), spansOf(others));
        const left = spansWithout(spansOf(some), spansOf(others));
        expectSet(both);
        expectSet(left);
        expect(idsIn(both)).to.deep.equal(ascending([...some, ...others]));
        expect(idsIn(left)).to.deep.equal(ascending(some).filter((id) => !others.includes(id)));
      }),
    );
  });

  it('may overlap, and be in any order, before they are united', () => {
    expect(
      united([
        [5, 6],
        [1, 3],
        [2, 4],
        [9, 9],
        [5, 5],
      ]),
    ).to.deep.equal([
      [1, 6],
      [9, 9],
    ]);
    expect(
      spanWith(
        [
          [1, 6],
          [9, 9],
        ],
        6,
      ),
    ).to.deep.equal([1, 6]);
    expect(spanWith([[1, 6]], 7)).to.equal(undefined);
  });
});
