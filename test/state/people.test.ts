import { expect } from 'chai';
import { type Given, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { came, founded, withdrawn } from '../support/past-events.ts';
import { answered, renamed } from '../support/writes.ts';

const peopleAfter = (...events: Given[]) => stateAfter([founded(), ...came(1), ...came(2), ...events]).people;

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

  it('leaves a name to the others who have it', () => {
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
    const state = stateAfter([founded(), ...came(1), answered(1, 4, 'one')]);
    const before = state.people.byId.get(user(1));
    expect(before?.profile).not.to.equal(peopleAfter().byId.get(user(1))?.profile);
    expect([...(before?.profile.values() ?? [])]).to.deep.equal(['one']);
  });

  it('forgets somebody who was described in vain, and only them', () => {
    const people = peopleAfter(...withdrawn(9));
    expect([...people.byId.keys()]).to.deep.equal([1, 2]);
    expect([...people.byName.keys()]).to.deep.equal(['user 1', 'user 2']);
    expect(peopleAfter(...withdrawn(9).slice(1)).byId).to.deep.equal(people.byId);
  });

  it('ignores changes of users that it does not know', () => {
    const people = peopleAfter(renamed(9, 'Nobody'), answered(9, 4, 'x'));
    expect([...people.byId.keys()]).to.deep.equal([1, 2]);
    expect(people.byName.has('nobody')).to.equal(false);
  });
});
