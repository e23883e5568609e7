import { expect } from 'chai';
import {
  accountAt,
  accountable,
  activeOwners,
  botsOf,
  botsOfOthers,
  isActive,
  isAdmin,
  isGuest,
  recentSignInFailures,
} from '../../src/state/directory.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, stateAfter } from '../support/given.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { user } from '../support/organization.ts';
import { founded, newUser } from '../support/past-events.ts';
import {
  deactivated,
  defaultsChanged,
  keyRotated,
  newBot,
  ofUser,
  ownerChanged,
  reactivated,
  roleChanged,
  serviceChanged,
  signInFailed,
} from '../support/writes.ts';

const directoryAfter = (...events: Given[]) =>
  stateAfter([founded(), ...newUser(1, { role: 100 }), ...events]).directory;

describe('the state of the directory', () => {
  lowerLimits({ accountChangesMax: 10 });

  it('has the recent wrong passwords of an account, which count for half an hour', () => {
    const failures = [1, 2, 3, 4, 5, 6].map((second) => signInFailed(1, second * 1000));
    const account = directoryAfter(...failures, signInFailed(77)).accounts.get(user(1));
    if (!account) throw new Error('no account');
    expect(account.signInFailures).to.deep.equal([2000, 3000, 4000, 5000, 6000]);
    expect(recentSignInFailures(account, 1_803_999)).to.deep.equal([4000, 5000, 6000]);
    expect(recentSignInFailures(account, 4000 - 1_800_000), 'ahead').to.deep.equal([2000, 3000]);
  });

  it('has a new account, active, with its first API key, and its address', () => {
    const directory = directoryAfter(...newUser(3), ...newUser(2));
    expect(directory.accounts.get(user(3))).to.deep.include({
      userId: 3,
      role: 400,
      active: true,
      bot: null,
      keyGeneration: 1,
    });
    expect([...directory.addresses.values()]).to.deep.equal([1, 3, 2]);
    expect(directory.userIdMax).to.equal(3);
  });

  it('counts the bots that have a default stream', () => {
    const past = [...newBot(5, 1), ...newBot(6, 1), ...newBot(7, 1)];
    const set = [defaultsChanged(5, 1, null), defaultsChanged(6, null, null, true), defaultsChanged(7, null, 2)];
    const directory = directoryAfter(...past, ...set, defaultsChanged(1, 1, 1));
    expect([...directory.withDefaultStream]).to.deep.equal([5, 7]);
    expect(directory.accounts.get(user(7))?.bot?.defaults?.registerChannelId).to.equal(2);
    expect([...directoryAfter(...past, ...set, defaultsChanged(5, null, null)).withDefaultStream]).to.deep.equal([7]);
  });

  it('changes roles, activity and keys', () => {
    const directory = directoryAfter(
      ...newUser(2),
      ...newUser(3),
      roleChanged(2, 200, 400),
      keyRotated(2, 5),
      deactivated(3),
    );
    expect(directory.accounts.get(user(2))).to.include({ role: 200, keyGeneration: 5, active: true });
    expect([isActive(directory, user(2)), isActive(directory, user(3)), isActive(directory, user(9))]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(isActive(directoryAfter(...newUser(3), deactivated(3), reactivated(3)), user(3))).to.equal(true);
  });

  it('changes the token of a bot only if the event says so', () => {
    const tokens = (...events: Parameters<typeof directoryAfter>) =>
      directoryAfter(...newUser(2, { bot: 3 }), ...events).accounts.get(user(2));
    expect(tokens()).to.include({ keyGeneration: 1, tokenGeneration: 1 });
    expect(tokens(keyRotated(2, 2, 2), keyRotated(2, 3))).to.include({ keyGeneration: 3, tokenGeneration: 2 });
  });

  it('changes only the owner and the service of a bot', () => {
    const directory = directoryAfter(...newBot(4, 1), ownerChanged(4, 2, 1), serviceChanged(4, 'https://bot.example/'));
    expect(directory.accounts.get(user(4))?.bot).to.deep.equal({
      type: 1,
      ownerId: 2,
      service: { payloadUrl: 'https://bot.example/', interface: 1 },
    });
  });

  it('ignores changes of bots for people, and of users that it does not know', () => {
    const directory = directoryAfter(ownerChanged(1, 2, 1), serviceChanged(1, 'https://bot.example/'), deactivated(9));
    expect(directory.accounts.get(user(1))?.bot).to.equal(null);
    expect([...directory.accounts.keys()]).to.deep.equal([1]);
    expect([
      ...directoryAfter(ownerChanged(9, 2, 1), serviceChanged(9, 'https://bot.example/')).accounts.keys(),
    ]).to.deep.equal([1]);
    expect(directory.changes).to.deep.equal([]);
  });

  it('knows administrators and guests by their role', () => {
    const directory = directoryAfter(...newUser(2, { role: 200 }), ...newUser(3), ...newUser(4, { role: 600 }));
    const accounts = [1, 2, 3, 4, 9].map((id) => directory.accounts.get(user(id)));
    expect(accounts.map(isAdmin)).to.deep.equal([true, true, false, false, false]);
    expect(accounts.map(isGuest)).to.deep.equal([false, false, false, true, false]);
  });

  it('counts as active owners only active people with that role', () => {
    const bot = roleChanged(5, 100, 400);
    const directory = directoryAfter(...newUser(2, { role: 100 }), ...newUser(3, { role: 200 }), ...newBot(5, 1), bot);
    expect(activeOwners(directory).map(({ userId }) => userId)).to.deep.equal([1, 2]);
    expect(activeOwners(directoryAfter(...newUser(2, { role: 100 }), deactivated(2))).length).to.equal(1);
  });

  it('carries addresses over to other fingerprints', () => {
    const carried = happened(logStream.directory(realmId), 'AddressesCarriedOver', {
      addresses: [{ userId: user(1), from: 'fp:user1@test.example', to: 'new:1' }],
    });
    expect([...directoryAfter(...newUser(2), carried).addresses]).to.deep.equal([
      ['fp:user2@test.example', 2],
      ['new:1', 1],
    ]);
  });

  it('knows until when the unreachable server of a bot is not called, until it answers or is replaced', () => {
    const failed = ofUser(4, 'BotServerFailed', { userId: user(4), failures: 2, restsUntil: 9 });
    const outage = (...events: Given[]) => directoryAfter(...newBot(4, 1), ...events).accounts.get(user(4))?.outage;
    expect(outage(failed)).to.deep.equal({ failures: 2, restsUntil: 9 });
    expect(directoryAfter(...newBot(4, 1), failed).accounts.get(user(4))).to.include({ userId: 4, active: true });
    expect(outage(failed, ofUser(4, 'BotServerAnswered', { userId: user(4) }))).to.equal(undefined);
    expect(outage(failed, serviceChanged(4, 'https://bot.example/'))).to.equal(undefined);
    expect(directoryAfter(failed).accounts.has(user(4))).to.equal(false);
  });

  it('knows whose bots there are', () => {
    const people = [...newUser(2, { role: 600 }), ...newUser(3)];
    const bots = [...newBot(5, 2), ...newBot(6, 3), ...newBot(7, null), ...newBot(8, 2), roleChanged(8, 600, 400)];
    const directory = directoryAfter(...people, ...bots);
    expect(botsOf(directory, user(2)).map(({ userId }) => userId)).to.deep.equal([5, 8]);
    expect(botsOf(directory, user(9))).to.deep.equal([]);
    expect(botsOfOthers(directory, user(2))).to.deep.equal([6]);
    expect([5, 3, 9].map((id) => accountable(directory, user(id)))).to.deep.equal([2, 3, 9]);
    expect(accountable(directoryAfter(...people, ...newBot(5, 2), ownerChanged(5, 3, 2)), user(5))).to.equal(2);
    expect(directory.accounts.get(user(7))).not.to.have.property('madeBy');
  });

  describe('the account at an earlier event', () => {
    const events = [founded(), ...newUser(1), ...newUser(2), roleChanged(1, 200, 400), roleChanged(2, 600, 400)];
    const more = [...events, roleChanged(1, 600, 200)];
    /** The state has one event more than the list: the registration of the organization, at position 1. */
    const positionOf = (index: number): number => (recorded(more)[index]?.position ?? 0) + 1;
    const roleAt = (index: number) => accountAt(stateAfter(more).directory, user(1), positionOf(index))?.role;

    it('right after it, and before the next change', () => {
      expect(roleAt(2)).to.equal(400);
      expect(roleAt(5)).to.equal(200);
      expect(roleAt(6)).to.equal(200);
      expect(roleAt(7)).to.equal(600);
    });

    it('and what it is now, if it has not changed since', () => {
      expect(accountAt(stateAfter(events).directory, user(2), 100)?.role).to.equal(600);
      expect(accountAt(stateAfter(more).directory, user(2), positionOf(6))?.role).to.equal(600);
      expect(accountAt(stateAfter([founded(), ...newUser(1)]).directory, user(1), 0)?.role).to.equal(400);
    });

    it('for as many of the latest changes as the limit says at least, and at most twice as many (accountChangesMax)', () => {
      const max = limits.accountChangesMax;
      const changes = Array.from({ length: 2 * max + 1 }, (_, number) => keyRotated(1, number + 2));
      const full = stateAfter([founded(), ...newUser(1), ...changes.slice(1)]).directory;
      expect(full.changes.length).to.equal(2 * max);
      const { directory } = stateAfter([founded(), ...newUser(1), ...changes]);
      expect(directory.changes.length).to.equal(max + 1);
      expect(directory.changes.at(-1)?.before.keyGeneration).to.equal(2 * max + 1);
      expect(directory.changes[0]?.before.keyGeneration).to.equal(max + 1);
    });
  });
});
