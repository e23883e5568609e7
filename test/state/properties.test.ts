/** Members of channels after any changes, compared with a map. Apart from their other tests, because it is slow. */
import { expect } from 'chai';
import fc from 'fast-check';
import { idsOf, isMember, memberSince, nobody, withMembers, withoutMembers } from '../../src/state/channel-members.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { entriesOf } from '../support/organization.ts';

const ids = (from: number, to: number): UserId[] =>
  Array.from({ length: to - from }, (_, index) => (from + index) as UserId);

type Change = { readonly joins: boolean; readonly userIds: readonly number[]; readonly from: number };

/** Ids close together, so that changes overlap, and far apart, so that chunks are divided by their range of ids. */
const userId = fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 1, max: 300_000 }));
const change: fc.Arbitrary<Change> = fc.record({
  joins: fc.boolean(),
  userIds: fc.oneof(
    fc.array(userId, { maxLength: 5 }),
    fc.tuple(userId, fc.nat(5_000)).map(([first, count]) => ids(first, first + count)),
  ),
  from: fc.oneof(fc.nat(100_000), fc.integer({ min: 2 ** 32 - 2, max: 2 ** 32 - 1 })),
});

describe('channel members, after any changes', () => {
  it('are the users who joined and did not leave, by id, each with the first message since they joined', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let members = nobody;
        const expected = new Map<number, number>();
        for (const { joins, userIds, from } of changes) {
          members = joins
            ? withMembers(members, userIds as UserId[], from)
            : withoutMembers(members, userIds as UserId[]);
          for (const id of userIds)
            if (!joins) expected.delete(id);
            else if (!expected.has(id)) expected.set(id, from);
        }
        const sorted = [...expected].sort(([a], [b]) => a - b);
        expect(entriesOf(members)).to.deep.equal(sorted);
        expect(idsOf(members)).to.deep.equal(sorted.map(([id]) => id));
        expect(members.size).to.equal(expected.size);
        for (const id of [0, 1, 2, 77, 5_999, 300_001, ...sorted.slice(0, 5).map(([known]) => known)]) {
          expect(memberSince(members, id)).to.equal(expected.get(id));
          expect(isMember(members, id)).to.equal(expected.has(id));
        }
      }),
      { numRuns: 50 },
    );
  });
});
