import { expect } from 'chai';
import { knownChannel, knowsOf } from '../../src/state/channel-knowledge.ts';
import type { Channel } from '../../src/state/channels.ts';
import { stateAfter } from '../support/given.ts';
import { channel, organization, user } from '../support/organization.ts';
import { archived, joins, leaves, newUser, opened } from '../support/past-events.ts';
import { deactivated } from '../support/writes.ts';

/** Owner 1, administrator 2, members 3 and 10, guest 4, bots 6 and 7 of 3, system bot 8, nobody 9, former subscriber 11, guest 12. */
const people = [...organization(), ...newUser(10), ...newUser(11), ...newUser(12, { role: 600 })];
const past = [
  ...people,
  opened(1, 'open', [12]),
  opened(2, 'secret', [3, 11], { inviteOnly: true }),
  leaves(2, 11),
  opened(3, 'own', [7], { inviteOnly: true }),
];
const everybody = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12];
const known = (id: number, events = past) => {
  const state = stateAfter(events);
  return everybody.filter((userId) => knowsOf(state, user(userId), state.channels.byId.get(channel(id)) as Channel));
};

describe('who may know that a stream exists', () => {
  it('is everyone but guests for a public stream, and those who are or were subscribed', () => {
    expect(known(1)).to.deep.equal([1, 2, 3, 6, 7, 8, 10, 11, 12]);
    expect(known(1, [...past, joins(1, 4), leaves(1, 4)])).to.include(4);
  });

  it('are human administrators for a private stream, those who are or were subscribed, and the bots of subscribers', () => {
    expect(known(2)).to.deep.equal([1, 2, 3, 6, 7, 11]);
    expect(known(2, [...past, leaves(2, 3)])).to.deep.equal([1, 2, 3, 11]);
    expect(known(3)).to.deep.equal([1, 2, 7]);
  });

  it('includes deactivated users', () => {
    expect(known(2, [...past, deactivated(3)])).to.include(3);
  });

  it('is the service itself, for every stream', () => {
    const state = stateAfter(past);
    expect(knowsOf(state, null, state.channels.byId.get(channel(2)) as Channel)).to.equal(true);
  });

  it('find it by name and by id, until it is archived', () => {
    const find = (userId: number | null, nameOrId: string | number, ...later: typeof past) =>
      knownChannel(stateAfter([...past, ...later]), userId === null ? null : user(userId), nameOrId)?.channelId;
    for (const nameOrId of [' SECRET ', 2]) {
      expect(find(3, nameOrId)).to.equal(2);
      expect(find(null, nameOrId)).to.equal(2);
      expect(find(10, nameOrId)).to.equal(undefined);
      expect(find(3, nameOrId, archived(2, 'secret'))).to.equal(undefined);
    }
    expect(find(1, 'nowhere')).to.equal(undefined);
    expect(find(1, 77)).to.equal(undefined);
  });
});
