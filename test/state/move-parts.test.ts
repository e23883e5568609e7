import { expect } from 'chai';
import fc from 'fast-check';
import { firstPart, type IdRange, type MovePart, nextPart } from '../../src/state/move-parts.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';

const ids = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })
  .map((some) => some.sort((a, b) => a - b) as MessageId[]);

const isWithin = (id: MessageId, { from, to }: IdRange): boolean => id >= from && id <= to;

describe('the parts of a move', () => {
  it('are one event if it is about few messages', () => {
    expect(firstPart([1, 2, 3] as MessageId[], 2 as MessageId, 3)).to.equal(undefined);
  });

  it('contain each message once, few at a time, the requested one first, until none is left', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.integer({ min: 1, max: 10 }), (all, which, max) => {
        const asked = all[which % all.length] as MessageId;
        let left = [...all];
        let part: MovePart | undefined = firstPart(left, asked, max);
        if (!part) {
          expect(all.length).to.be.at.most(max);
          return;
        }
        expect(isWithin(asked, part.range)).to.equal(true);
        while (part) {
          const { range, rest }: MovePart = part;
          const moved = left.filter((id) => isWithin(id, range));
          expect(moved.length).to.be.within(1, max);
          left = left.filter((id) => !isWithin(id, range));
          expect(left.every((id) => rest.some((one) => isWithin(id, one)))).to.equal(true);
          expect(rest.length).to.be.at.most(2);
          part = nextPart(left, rest, max);
        }
        expect(left).to.deep.equal([]);
      }),
    );
  });

  it('leave out messages that arrived in the topic later, or have left it', () => {
    const part = firstPart([1, 2, 3, 4, 5] as MessageId[], 1 as MessageId, 2);
    expect(nextPart([3, 6, 7] as MessageId[], part?.rest ?? [], 2)).to.deep.equal({
      range: { from: 3, to: 3 },
      rest: [],
    });
    expect(nextPart([6, 7] as MessageId[], part?.rest ?? [], 2)).to.equal(undefined);
  });
});
