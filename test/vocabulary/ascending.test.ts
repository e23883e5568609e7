import { expect } from 'chai';
import fc from 'fast-check';
import { ascending, countBelow, idsFrom, idsWith, idsWithout } from '../../src/vocabulary/ascending.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }).map(ascending);
const id = fc.integer({ min: 0, max: 61 });

describe('ascending ids', () => {
  it('are in order, each once', () => {
    expect(ascending([10, 9, 10, 1])).to.deep.equal([1, 9, 10]);
  });

  it('are counted, cut, joined and subtracted like sets', () => {
    fc.assert(
      fc.property(ids, ids, id, id, (all, others, from, to) => {
        expect(countBelow(all, from)).to.equal(all.filter((one) => one < from).length);
        expect(idsFrom(all, from, to)).to.deep.equal(all.filter((one) => one >= from && one <= to));
        expect(idsFrom(all, from)).to.deep.equal(all.filter((one) => one >= from));
        expect(idsWith(all, others)).to.deep.equal(ascending([...all, ...others]));
        expect(idsWithout(all, others)).to.deep.equal(all.filter((one) => !others.includes(one)));
      }),
    );
  });

  it('are searched only if others come between them', () => {
    let looked = 0;
    /** A number that reports when it is compared. */
    const observed = (value: number): number => {
      const number = {
        valueOf: () => {
          looked += 1;
          return value;
        },
      };
      return number as unknown as number;
    };
    const all = Array.from({ length: 10_000 }, (_, at) => observed(2 * at));
    const lookedAt = (work: () => unknown): number => {
      looked = 0;
      work();
      return looked;
    };
    expect(lookedAt(() => idsWith(all, [1001, 1003, 1005]))).to.be.within(1, 100);
    expect(lookedAt(() => idsWithout(all, [1000, 1002]))).to.be.within(1, 100);
    expect(lookedAt(() => idsFrom(all, 1000, 1200))).to.be.within(1, 100);
  });
});
