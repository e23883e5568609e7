import { expect } from 'chai';
import {
  idsOf,
  isMember,
  type Members,
  memberSince,
  nobody,
  withMembers,
  withoutMembers,
} from '../../src/state/channel-members.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { entriesOf } from '../support/organization.ts';

const ids = (from: number, to: number): UserId[] =>
  Array.from({ length: to - from }, (_, index) => (from + index) as UserId);

describe('channel members', () => {
  it('are found one by one, each with the first message since joining', () => {
    const some = withMembers(withMembers(nobody, [5, 3, 5] as UserId[], 70_000), [4, 3] as UserId[], 70_001);
    const all = [
      [3, 70_000],
      [4, 70_001],
      [5, 70_000],
    ];
    expect(entriesOf(some)).to.deep.equal(all);
    expect([2, 3, 4, 5, 6].map((id) => memberSince(some, id))).to.deep.equal([
      undefined,
      70_000,
      70_001,
      70_000,
      undefined,
    ]);
    expect([2, 3, 6].map((id) => isMember(some, id))).to.deep.equal([false, true, false]);
    const fewer = withoutMembers(some, [9, 4] as UserId[]);
    expect(entriesOf(fewer)).to.deep.equal([all[0], all[2]]);
    expect(withoutMembers(some, [5, 3] as UserId[]).size).to.equal(1);
    expect([idsOf(some), idsOf(fewer), some.size, fewer.size]).to.deep.equal([[3, 4, 5], [3, 5], 3, 2]);
    expect(withoutMembers(fewer, [3, 5] as UserId[])).to.deep.equal(nobody);
  });

  it('stay the same value if nothing changes', () => {
    const some = withMembers(nobody, ids(1, 4), 1);
    expect(withMembers(some, ids(2, 4), 9)).to.equal(some);
    expect(withoutMembers(some, ids(7, 9))).to.equal(some);
  });

  it('are divided into chunks of about the same length only when one would be too long', () => {
    const lengths = (count: number) =>
      withMembers(nobody, ids(1, count + 1), 1).chunks.map(({ columns }) => columns.length / 3);
    expect(lengths(1_024)).to.deep.equal([1_024]);
    expect(lengths(1_025)).to.deep.equal([513, 512]);
    expect(lengths(2_000)).to.deep.equal([667, 667, 666]);
  });

  it('are divided if ids are too far apart for the columns', () => {
    const chunksOf = (...of: number[]) => withMembers(nobody, of as UserId[], 1).chunks.map(({ first }) => first);
    expect(chunksOf(1, 65_536)).to.deep.equal([1]);
    expect(chunksOf(1, 65_537)).to.deep.equal([1, 65_537]);
    expect(idsOf(withMembers(nobody, [1, 65_537] as UserId[], 1))).to.deep.equal([1, 65_537]);
  });

  it('change in several chunks at once, the others are shared', () => {
    const all = withMembers(nobody, ids(1, 5_001), 1);
    const after = withoutMembers(all, [1, 2, 4_999] as UserId[]);
    expect(idsOf(after)).to.deep.equal([...ids(3, 4_999), 5_000]);
    expect(after.size).to.equal(4_997);
    expect(after.chunks.filter((chunk) => all.chunks.includes(chunk))).to.have.length(all.chunks.length - 2);
    expect(idsOf(withMembers(after, [1, 9_000] as UserId[], 2))).to.deep.equal([1, ...ids(3, 4_999), 5_000, 9_000]);
  });

  it('are immutable: a change makes a new value', () => {
    const before = withMembers(nobody, ids(1, 10_000), 7);
    const held = entriesOf(before);
    withMembers(withoutMembers(before, ids(1, 5_000)), ids(20_000, 30_000), 9);
    expect(entriesOf(before)).to.deep.equal(held);
  });

  it('take six bytes each, and a change copies an amount that does not grow with their number', () => {
    const all = withMembers(nobody, ids(1, 100_001), 1);
    const bytes = (members: Members): number =>
      members.chunks.reduce((sum, { columns }) => sum + columns.byteLength, 0);
    expect(bytes(all)).to.equal(600_000);
    expect(all.chunks.length).to.be.below(200);
    for (const after of [withMembers(all, ids(200_000, 200_001), 2), withoutMembers(all, ids(500, 501))]) {
      const kept = new Set(all.chunks);
      const fresh = after.chunks.filter((chunk) => !kept.has(chunk));
      expect(bytes({ size: 0, chunks: fresh })).to.be.below(10_000);
    }
  });
});
