import { expect } from 'chai';
import { only, subscribersOf, viewers } from '../../src/feed/channel-visibility.ts';
import { isHumanAdministrator, seesUnsubscribed, wasEverSubscribed } from '../../src/state/channel-knowledge.ts';
import type { Channel } from '../../src/state/channels.ts';
import { stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { founded, leaves, newUser, opened } from '../support/past-events.ts';
import { newBot, roleChanged } from '../support/writes.ts';

/** Owner 1, administrator 2, member 3, guest 4, bot 5 with an administrator's role. */
const state = stateAfter([
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2, { role: 200 }),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  ...newBot(5, 3),
  roleChanged(5, 200, 400),
  opened(1, 'open', [3, 4]),
  leaves(1, 4),
  opened(2, 'closed', [], { inviteOnly: true }),
]);
const ids = [1, 2, 3, 4, 5, 9];
const account = (id: number) => state.directory.accounts.get(user(id));
const stream = (id: number) => state.channels.byId.get(channel(id)) as Channel;

describe('who knows of a stream', () => {
  it('counts only people as human administrators', () => {
    expect(ids.filter((id) => isHumanAdministrator(account(id)))).to.deep.equal([1, 2]);
  });

  it('is everyone but guests for a public stream, and human administrators for a private one', () => {
    expect(ids.slice(0, 5).filter((id) => seesUnsubscribed(account(id), stream(1)))).to.deep.equal([1, 2, 3, 5]);
    expect(ids.filter((id) => seesUnsubscribed(account(id), stream(2)))).to.deep.equal([1, 2]);
  });

  it('also excludes or includes people by whether they were ever subscribed', () => {
    expect(ids.filter((id) => wasEverSubscribed(state, channel(1), user(id)))).to.deep.equal([3, 4]);
    expect(subscribersOf(state, channel(1))).to.deep.equal([3]);
    expect(subscribersOf(state, channel(2))).to.deep.equal([]);
  });

  it('becomes a scope', () => {
    expect(viewers(stream(1))).to.deep.equal({ kind: 'viewers', channelId: 1, public: true });
    expect(viewers(stream(2), [user(3)])).to.deep.equal({ kind: 'viewers', channelId: 2, public: false, minus: [3] });
  });
});

describe('users in a scope', () => {
  it('are in ascending order, each once', () => {
    expect(only([10, 9, 10, 1].map(user))).to.deep.equal({ kind: 'users', userIds: [1, 9, 10] });
  });
});
