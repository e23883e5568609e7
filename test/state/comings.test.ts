/** What is remembered of comings and goings is bounded; what is remembered says who was in as of an earlier event. */
import { expect } from 'chai';
import { type Comings, firstChangeAfter, noComings, remember } from '../../src/state/comings.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';

const user = (id: number): UserId => id as UserId;
const channel = (id: number): ChannelId => id as ChannelId;
const users = (count: number): UserId[] => Array.from({ length: count }, (_, index) => user(index + 1));

const remembered = ({ byChannel }: Comings): number =>
  [...byChannel.values()].reduce((sum, { users: changes }) => sum + changes.length, 0);

describe('comings and goings', () => {
  it('tell what somebody did first after an event', () => {
    const comings = noComings();
    remember(comings, channel(1), [user(5), user(6)], true, 10);
    remember(comings, channel(1), [user(5)], false, 20);
    remember(comings, channel(2), [user(5)], true, 30);
    expect(firstChangeAfter(comings, channel(1), user(5), 9)).to.equal('came');
    expect(firstChangeAfter(comings, channel(1), user(5), 10)).to.equal('left');
    expect(firstChangeAfter(comings, channel(1), user(5), 20)).to.equal(undefined);
    expect(firstChangeAfter(comings, channel(1), user(6), 10)).to.equal(undefined);
    expect(firstChangeAfter(comings, channel(3), user(5), 0)).to.equal(undefined);
  });

  it('are forgotten beyond a number for each channel, the oldest first', () => {
    const comings = noComings();
    for (let position = 1; position <= 50; position += 1)
      remember(comings, channel(1), users(100), position % 2 === 1, position);
    expect(comings.count).to.equal(remembered(comings)).and.within(2_000, 4_000);
    expect(firstChangeAfter(comings, channel(1), user(1), 48)).to.equal('came');
  });

  it('are forgotten beyond a number in all, of the channel first that has been quiet the longest', () => {
    const comings = noComings();
    const everybody = users(2_000);
    for (let number = 1; number <= 100; number += 1) remember(comings, channel(number), everybody, true, number);
    remember(comings, channel(1), [user(1)], false, 101);
    remember(comings, channel(101), everybody, true, 102);
    expect(comings.count).to.equal(remembered(comings)).and.at.most(200_000);
    expect(firstChangeAfter(comings, channel(1), user(1), 100)).to.equal('left');
    expect(firstChangeAfter(comings, channel(2), user(1), 0)).to.equal(undefined);
  });
});
