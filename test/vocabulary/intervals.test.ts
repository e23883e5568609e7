import { expect } from 'chai';
import fc from 'fast-check';
import { type Interval, includes, includesSince, intervalsOf, newestWithin } from '../../src/vocabulary/intervals.ts';

/** Somebody who joins and leaves at these ids in turn. */
const stretches = (at: readonly number[]): readonly Interval[] =>
  intervalsOf(at).filter(([from, to]) => to === null || from < to);

describe('intervals of ids', () => {
  it('contain the ids between each joining and the departure after it', () => {
    const turns = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }).map((at) => at.sort((a, b) => a - b));
    fc.assert(
      fc.property(turns, fc.integer({ min: 0, max: 61 }), (at, id) => {
        const isIn = at.filter((turn) => turn <= id).length % 2 === 1;
        expect(includes(stretches(at), id)).to.equal(isIn);
      }),
    );
  });

  it('contain the newest of ascending ids, and those that came later only since the last joining', () => {
    const turns = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }).map((at) => at.sort((a, b) => a - b));
    const some = fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 })
      .map((at) => at.sort((a, b) => a - b));
    fc.assert(
      fc.property(turns, some, some, (at, ids, later) => {
        const all = stretches(at);
        const isIn = (id: number): boolean => (later.includes(id) ? includesSince : includes)(all, id);
        expect(newestWithin(ids, all, (id) => later.includes(id))).to.equal(ids.findLast(isIn));
      }),
    );
  });

  it('are searched around the id, however many there are', () => {
    let looked = 0;
    const all = new Proxy(stretches(Array.from({ length: 1_000 }, (_, at) => at + 1)), {
      get: (target, name) => {
        if (/^[0-9]+$/.test(String(name))) looked += 1;
        return Reflect.get(target, name);
      },
    });
    expect([includes(all, 701), includes(all, 702)]).to.deep.equal([true, false]);
    expect(looked).to.be.within(2, 30);
    looked = 0;
    expect(newestWithin([11, 12, 702], all, () => false)).to.equal(11);
    expect(looked).to.be.within(2, 40);
  });
});
