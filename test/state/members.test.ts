/** Members as one would write them down: a map. And what they cost. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  entriesOf,
  idsOf,
  isMember,
  type Members,
  memberSince,
  nobody,
  withMembers,
  withoutMembers,
} from '../../src/state/members.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';

const ids = (from: number, to: number): UserId[] =>
  Array.from({ length: to - from }, (_, index) => (from + index) as UserId);

type Change = { readonly joins: boolean; readonly userIds: readonly number[]; readonly from: number };

/** Ids close together, so that they meet, and far apart, so that stretches are cut by their width. */
const userId = fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 1, max: 300_000 }));
const change: fc.Arbitrary<Change> = fc.record({
  joins: fc.boolean(),
  userIds: fc.oneof(
    fc.array(userId, { maxLength: 5 }),
    fc.tuple(userId, fc.nat(5_000)).map(([first, count]) => ids(first, first + count)),
  ),
  from: fc.oneof(fc.nat(100_000), fc.integer({ min: 2 ** 32 - 2, max: 2 ** 32 - 1 })),
});

describe('members', () => {
  it('are who came and has not left, each since they came, in order', () => {
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
        expect([...entriesOf(members)]).to.deep.equal(sorted);
        expect(idsOf(members)).to.deep.equal(sorted.map(([id]) => id));
        expect(members.size).to.equal(expected.size);
        for (const id of [0, 1, 2, 77, 5_999, 300_001, ...sorted.slice(0, 5).map(([known]) => known)]) {
          expect(memberSince(members, id)).to.equal(expected.get(id));
          expect(isMember(members, id)).to.equal(expected.has(id));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('stay as they were for whoever holds them', () => {
    const before = withMembers(nobody, ids(1, 10_000), 7);
    const held = [...entriesOf(before)];
    withMembers(withoutMembers(before, ids(1, 5_000)), ids(20_000, 30_000), 9);
    expect([...entriesOf(before)]).to.deep.equal(held);
  });

  it('are six bytes each, and when one comes or goes, what is written anew does not grow with their number', () => {
    const all = withMembers(nobody, ids(1, 100_001), 1);
    const bytes = (members: Members): number =>
      members.stretches.reduce((sum, { halves }) => sum + halves.byteLength, 0);
    expect(bytes(all)).to.equal(600_000);
    expect(all.stretches.length).to.be.below(200);
    for (const after of [withMembers(all, ids(200_000, 200_001), 2), withoutMembers(all, ids(500, 501))]) {
      const kept = new Set(all.stretches);
      const fresh = after.stretches.filter((stretch) => !kept.has(stretch));
      expect(bytes({ size: 0, stretches: fresh })).to.be.below(10_000);
    }
  });
});
