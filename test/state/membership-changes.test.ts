import { expect } from 'chai';
import {
  firstChangeAfter,
  type MembershipChanges,
  noMembershipChanges,
  recordChange,
} from '../../src/state/membership-changes.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';

const user = (id: number): UserId => id as UserId;
const channel = (id: number): ChannelId => id as ChannelId;
const users = (count: number): UserId[] => Array.from({ length: count }, (_, index) => user(index + 1));

const kept = ({ byChannel }: MembershipChanges): number =>
  [...byChannel.values()].reduce((sum, { users: changes }) => sum + changes.length, 0);

describe('recorded membership changes', () => {
  it('give the first change of a user after an event', () => {
    const changes = noMembershipChanges();
    recordChange(changes, channel(1), [user(5), user(6)], true, 10);
    recordChange(changes, channel(1), [user(5)], false, 20);
    recordChange(changes, channel(2), [user(5)], true, 30);
    expect(firstChangeAfter(changes, channel(1), user(5), 9)).to.equal('joined');
    expect(firstChangeAfter(changes, channel(1), user(5), 10)).to.equal('left');
    expect(firstChangeAfter(changes, channel(1), user(5), 20)).to.equal(undefined);
    expect(firstChangeAfter(changes, channel(1), user(6), 10)).to.equal(undefined);
    expect(firstChangeAfter(changes, channel(3), user(5), 0)).to.equal(undefined);
  });

  it('are none if no user is named', () => {
    const changes = noMembershipChanges();
    recordChange(changes, channel(1), [], true, 10);
    expect(changes.byChannel.size).to.equal(0);
  });

  it('are all kept up to the bound of a channel, and up to the bound of all', () => {
    const changes = noMembershipChanges();
    recordChange(changes, channel(1), users(4_000), true, 1);
    expect(changes.count).to.equal(4_000);
    for (let number = 2; number <= 50; number += 1) recordChange(changes, channel(number), users(4_000), true, number);
    expect([changes.count, changes.byChannel.size]).to.deep.equal([200_000, 50]);
  });

  it('are bounded for each channel: the oldest are dropped first (channelMembershipChangesMax)', () => {
    const changes = noMembershipChanges();
    for (let position = 1; position <= 50; position += 1)
      recordChange(changes, channel(1), users(100), position % 2 === 1, position);
    expect(changes.count).to.equal(kept(changes)).and.within(2_000, 4_000);
    expect(firstChangeAfter(changes, channel(1), user(1), 48)).to.equal('joined');
  });

  it('are bounded in total: those of the channel whose last change is oldest are dropped first (membershipChangesMax)', () => {
    const changes = noMembershipChanges();
    const everybody = users(2_000);
    for (let number = 1; number <= 100; number += 1) recordChange(changes, channel(number), everybody, true, number);
    recordChange(changes, channel(1), [user(1)], false, 101);
    recordChange(changes, channel(101), everybody, true, 102);
    expect(changes.count).to.equal(kept(changes)).and.at.most(200_000);
    expect(firstChangeAfter(changes, channel(1), user(1), 100)).to.equal('left');
    expect(firstChangeAfter(changes, channel(2), user(1), 0)).to.equal(undefined);
  });
});
