import { expect } from 'chai';
import { departuresRefusal } from '../../../commands/rules/departures.ts';
import { endedIn, putPast } from '../../../src/state/memberships.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { stateAfter } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { founded, newUser, opened } from '../../support/past-events.ts';
import { newBot, ownerChanged } from '../../support/writes.ts';

const joining = [{ channelId: channel(1), name: 'Plans', joining: [user(3)] }];
/** The user has left each of these streams this many times. */
const afterLeaving = (times: Readonly<Record<number, number>>, who = 3) => {
  const state = stateAfter([founded(), ...newUser(1), ...[1, 2, 3].map((id) => opened(id, `Stream ${id}`, [1]))]);
  for (const [id, count] of Object.entries(times))
    putPast(
      state.memberships,
      channel(Number(id)),
      user(who),
      Array.from({ length: 2 * count }, (_, at) => at),
    );
  return state;
};

describe('the limit on leaving streams', () => {
  it('counts for a user in one stream (departuresMax)', () => {
    expect(endedIn(afterLeaving({ 1: 7 }).memberships, channel(1), user(3))).to.equal(7);
    expect(departuresRefusal(afterLeaving({ 1: limits.departuresMax - 1, 2: limits.departuresMax }), joining)).to.equal(
      undefined,
    );
    expect(departuresRefusal(afterLeaving({ 1: limits.departuresMax }), joining)).to.deep.equal({
      code: 'left-too-often',
      max: limits.departuresMax,
      userId: 3,
      name: 'Plans',
    });
    expect(departuresRefusal(afterLeaving({ 1: limits.departuresMax }, 4), joining)).to.equal(undefined);
  });

  it('counts for a user in all streams (departuresOfUserMax)', () => {
    expect(departuresRefusal(afterLeaving({ 2: limits.departuresOfUserMax - 1 }), joining)).to.equal(undefined);
    expect(departuresRefusal(afterLeaving({ 2: limits.departuresOfUserMax }, 4), joining)).to.equal(undefined);
    expect(departuresRefusal(afterLeaving({ 2: limits.departuresOfUserMax - 1, 3: 1 }), joining)).to.deep.equal({
      code: 'subscriptions-ended-too-many',
      max: limits.departuresOfUserMax,
      userId: 3,
    });
  });

  it('counts for a user with the bots that they made, whoever owns those now', () => {
    const events = [
      founded(),
      ...newUser(3),
      newBot(9, 3),
      newBot(10, 3),
      ownerChanged(10, 4, 3),
      ...newUser(4),
    ].flat();
    const state = stateAfter([...events, ...[1, 2].map((id) => opened(id, `Stream ${id}`, [3]))]);
    putPast(
      state.memberships,
      channel(2),
      user(10),
      Array.from({ length: 2 * limits.departuresOfUserMax }, (_, at) => at),
    );
    const joins = (userId: number) => departuresRefusal(state, [{ ...joining[0], joining: [user(userId)] } as never]);
    for (const userId of [3, 9, 10])
      expect(joins(userId)).to.deep.equal({
        code: 'subscriptions-ended-too-many',
        max: limits.departuresOfUserMax,
        userId,
      });
    expect(joins(4)).to.equal(undefined);
  });

  it('counts for all users together (departuresInAllMax)', () => {
    const state = afterLeaving({ 2: 1 }, 4);
    state.memberships.ended.inAll = limits.departuresInAllMax - 1;
    expect(departuresRefusal(state, joining)).to.equal(undefined);
    putPast(state.memberships, channel(2), user(5), [1, 2]);
    expect(departuresRefusal(state, joining)).to.deep.equal({
      code: 'subscriptions-ended-too-many',
      max: limits.departuresInAllMax,
    });
  });
});
