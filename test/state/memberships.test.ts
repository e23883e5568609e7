import { expect } from 'chai';
import { idsOf } from '../../src/state/channel-members.ts';
import {
  endedIn,
  formerMembers,
  hasLeft,
  hasStayedSince,
  isSubscribed,
  membersOf,
  receivedRanges,
  wasSubscribedAt,
  wasSubscribedFor,
} from '../../src/state/memberships.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { archived, founded, inTopic, joins, leaves, newUser, opened, sends } from '../support/past-events.ts';

const beginning = [founded(), ...newUser(1), ...newUser(2), ...newUser(3)];
const membershipsAfter = (...events: Given[]) => stateAfter([...beginning, ...events]).memberships;
/** The position of the nth of the events given to `membershipsAfter`, from 1. The registration of the organization is at position 1. */
const position = (number: number): number => 1 + beginning.length + number;
const sent = (id: number) => sends(id, 1, inTopic(1, 'x'));
const one = channel(1);

describe('the state of memberships', () => {
  it('has the first subscribers of a channel, and those added and removed', () => {
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2]), joins(1, 3), leaves(1, 2));
    expect(idsOf(membersOf(memberships, 1))).to.deep.equal([1, 3]);
    expect([1, 2, 3].map((id) => isSubscribed(memberships, 1, id))).to.deep.equal([true, false, true]);
    expect(isSubscribed(memberships, 2, 1)).to.equal(false);
  });

  it('knows who ever left, even if they came back', () => {
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2, 3]), leaves(1, 2, 3), joins(1, 3));
    expect([1, 2, 3].map((id) => hasLeft(memberships, one, user(id)))).to.deep.equal([false, true, true]);
    expect(hasLeft(memberships, channel(2), user(1))).to.equal(false);
  });

  it('removes everyone from an archived channel', () => {
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2]), archived(1, 'plans'));
    expect(membersOf(memberships, 1).size).to.equal(0);
    expect(hasLeft(memberships, one, user(1))).to.equal(true);
  });

  describe('who received a message', () => {
    const memberships = () =>
      membershipsAfter(
        opened(1, 'plans', [1]),
        sent(1),
        joins(1, 2),
        sent(2),
        leaves(1, 2),
        sent(3),
        joins(1, 2),
        sent(4),
      );
    const receivedBy = (id: number) =>
      [1, 2, 3, 4].filter((message) => wasSubscribedFor(memberships(), one, user(id), message));

    it('is who was subscribed when it was sent', () => {
      expect(receivedBy(1)).to.deep.equal([1, 2, 3, 4]);
      expect(receivedBy(2)).to.deep.equal([2, 4]);
      expect(receivedBy(3)).to.deep.equal([]);
    });

    it('is limited to that channel', () => {
      expect(wasSubscribedFor(memberships(), channel(2), user(1), 1)).to.equal(false);
    });
  });

  it('keeps no interval for a user who left before any message', () => {
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2]), leaves(1, 2));
    expect(memberships.byChannel.get(one)?.past.get(user(2))).to.deep.equal([]);
  });

  it('keeps the interval of each stay', () => {
    const stays = [sent(1), leaves(1, 2), sent(2), joins(1, 2), sent(3), leaves(1, 2)];
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2]), ...stays);
    expect(memberships.byChannel.get(one)?.past.get(user(2))).to.deep.equal([1, 2, 3, 4]);
    expect(memberships.ended).to.deep.equal({ inAll: 2, byUser: new Map([[2, 2]]) });
  });

  it('knows which ranges a user received, how many of them ended, and who left and did not come back', () => {
    const stays = [sent(1), leaves(1, 2), sent(2), joins(1, 2), sent(3), leaves(1, 3), leaves(1, 1)];
    const memberships = membershipsAfter(opened(1, 'plans', [1, 2, 3]), ...stays);
    expect(receivedRanges(memberships, one, user(2))).to.deep.equal([
      [1, 2],
      [3, null],
    ]);
    expect(receivedRanges(memberships, one, user(3))).to.deep.equal([[1, 4]]);
    expect(receivedRanges(memberships, one, user(9))).to.deep.equal([]);
    expect(receivedRanges(memberships, channel(9), user(2))).to.deep.equal([]);
    expect([2, 3, 9].map((id) => endedIn(memberships, one, user(id)))).to.deep.equal([1, 1, 0]);
    expect(endedIn(memberships, channel(9), user(2))).to.equal(0);
    expect(formerMembers(memberships, one)).to.deep.equal([1, 3]);
    expect(formerMembers(memberships, channel(9))).to.deep.equal([]);
    expect([2, 3, 4].map((id) => hasStayedSince(memberships, one, user(2), id))).to.deep.equal([false, true, true]);
    expect(hasStayedSince(memberships, one, user(3), 1)).to.equal(false);
    // A user who left before any message has received nothing.
    const unseen = membershipsAfter(opened(1, 'plans', [1, 2]), leaves(1, 2));
    expect(unseen.ended).to.deep.equal({ inAll: 0, byUser: new Map() });
  });

  it('changes nothing for a user who is already subscribed, or already gone', () => {
    const memberships = membershipsAfter(opened(1, 'plans', [1]), sent(1), joins(1, 1), leaves(1, 2));
    expect(wasSubscribedFor(memberships, one, user(1), 1)).to.equal(true);
    expect(hasLeft(memberships, one, user(2))).to.equal(false);
    expect(memberships.changes.count).to.equal(0);
  });

  describe('who was subscribed right after an earlier event', () => {
    const memberships = () =>
      membershipsAfter(
        opened(1, 'plans', [1]),
        joins(1, 2),
        leaves(1, 1),
        joins(1, 1),
        opened(2, 'goals', [1]),
        archived(2, 'goals'),
      );
    const was = (id: number, number: number, of = one) =>
      wasSubscribedAt(memberships(), of, user(id), position(number));

    it('is computed from the changes since', () => {
      expect([1, 2, 3, 4].map((number) => was(1, number))).to.deep.equal([true, true, false, true]);
      expect([1, 2, 3].map((number) => was(2, number))).to.deep.equal([false, true, true]);
      expect([5, 6].map((number) => was(1, number, channel(2)))).to.deep.equal([true, false]);
    });

    it('is who is subscribed now, if nothing has changed since', () => {
      expect(was(3, 1)).to.equal(false);
      expect(was(2, 4)).to.equal(true);
    });
  });
});
