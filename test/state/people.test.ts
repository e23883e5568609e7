import { expect } from 'chai';
import { isErased } from '../../src/state/people.ts';
import { personErased } from '../support/erasure-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { founded, newUser, withdrawn } from '../support/past-events.ts';
import { answered, avatarChanged, renamed, timezoneChanged } from '../support/writes.ts';

const peopleAfter = (...events: Given[]) => stateAfter([founded(), ...newUser(1), ...newUser(2), ...events]).people;

describe('the state of people', () => {
  it('has the name, the address and an empty profile of a new user', () => {
    expect(peopleAfter().byId.get(user(1))).to.deep.equal({
      userId: 1,
      fullName: 'User 1',
      email: 'user1@test.example',
      timezone: '',
      avatarVersion: 1,
      profile: new Map(),
      renderedProfile: new Map(),
    });
  });

  it('finds users by name without regard to case, in the order in which they took the name', () => {
    const people = peopleAfter(renamed(2, 'uSER 1'));
    expect(people.byName.get('user 1')).to.deep.equal([1, 2]);
    expect(people.byName.has('user 2')).to.equal(false);
    expect(people.byId.get(user(2))?.fullName).to.equal('uSER 1');
  });

  it('leaves a name to others who have it', () => {
    const people = peopleAfter(renamed(2, 'User 1'), renamed(1, 'Ada'));
    expect(people.byName.get('user 1')).to.deep.equal([2]);
    expect(people.byName.get('ada')).to.deep.equal([1]);
  });

  it('sets and removes profile values, and their HTML', () => {
    const filled = peopleAfter(answered(1, 4, '*hi*', '<p><em>hi</em></p>'), answered(1, 5, 'plain')).byId.get(user(1));
    expect([...(filled?.profile ?? [])]).to.deep.equal([
      [4, '*hi*'],
      [5, 'plain'],
    ]);
    expect([...(filled?.renderedProfile ?? [])]).to.deep.equal([[4, '<p><em>hi</em></p>']]);
    const html = answered(1, 4, '*hi*', '<p><em>hi</em></p>');
    const replaced = peopleAfter(html, answered(1, 4, 'hi')).byId.get(user(1));
    expect([replaced?.profile.get(4 as never), replaced?.renderedProfile.size]).to.deep.equal(['hi', 0]);
    const removed = peopleAfter(html, answered(1, 4, null, 'left')).byId.get(user(1));
    expect([removed?.profile.size, removed?.renderedProfile.size]).to.deep.equal([0, 0]);
  });

  it('replaces a profile and does not change the one that was read before', () => {
    const state = stateAfter([founded(), ...newUser(1), answered(1, 4, 'one')]);
    const before = state.people.byId.get(user(1));
    expect(before?.profile).not.to.equal(peopleAfter().byId.get(user(1))?.profile);
    expect([...(before?.profile.values() ?? [])]).to.deep.equal(['one']);
  });

  it('forgets a person whose account was refused, and nobody else', () => {
    const people = peopleAfter(...withdrawn(9));
    expect([...people.byId.keys()]).to.deep.equal([1, 2]);
    expect([...people.byName.keys()]).to.deep.equal(['user 1', 'user 2']);
    expect(peopleAfter(...withdrawn(9).slice(1)).byId).to.deep.equal(people.byId);
  });

  it('has the substitute name and address of an erased person, and nothing else, until a new description', () => {
    const profile = [answered(1, 4, 'tea'), timezoneChanged(1, 'Asia/Tokyo'), personErased(1)];
    const people = peopleAfter(...profile);
    expect(people.byId.get(user(1))).to.deep.equal({
      userId: 1,
      fullName: 'Deleted user 1',
      email: 'deleted-user-1@erased.invalid',
      timezone: '',
      avatarVersion: 1,
      profile: new Map(),
      renderedProfile: new Map(),
    });
    expect([people.byName.get('user 1'), people.byName.get('deleted user 1')]).to.deep.equal([undefined, [1]]);
    expect([1, 2, 9].map((id) => isErased(people, user(id)))).to.deep.equal([true, false, false]);
    expect(peopleAfter(personErased(9)).byId.get(user(9))?.fullName).to.equal('Deleted user 9');
  });

  it('has the newest avatar with its path, or none, and the time zone', () => {
    const given = peopleAfter(avatarChanged(1, 2, 'sha', null), timezoneChanged(1, 'Asia/Tokyo')).byId.get(user(1));
    expect(given).to.include({ fullName: 'User 1', avatarVersion: 2, timezone: 'Asia/Tokyo' });
    expect(given?.avatar?.path).to.match(/^1\/1_a+2/);
    const removed = peopleAfter(avatarChanged(1, 2, 'sha', null), avatarChanged(1, 3, null, 'sha')).byId.get(user(1));
    expect(removed).to.include({ fullName: 'User 1', avatarVersion: 3 }).and.not.to.have.property('avatar');
  });

  it('ignores changes of users that it does not know', () => {
    const of9 = [
      renamed(9, 'Nobody'),
      answered(9, 4, 'x'),
      avatarChanged(9, 2, 'sha', null),
      timezoneChanged(9, 'UTC'),
    ];
    const people = peopleAfter(...of9);
    expect([...people.byId.keys()]).to.deep.equal([1, 2]);
    expect(people.byName.has('nobody')).to.equal(false);
  });
});
