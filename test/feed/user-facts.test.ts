import { expect } from 'chai';
import { factsOf, rowOf } from '../../src/feed/user-facts.ts';
import { fullNameOf } from '../../src/state/people.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { founded, newUser } from '../support/past-events.ts';
import { answered, deactivated, fieldCreated, keyRotated, newBot, settingsChanged } from '../support/writes.ts';

const stateOf = (...events: Given[]) => stateAfter([founded(), ...events]);
/** The account alone, without the description of the person. */
const accountOnly = (id: number) => newUser(id).slice(1);

describe('the facts about a user', () => {
  it('are the account and the person together', () => {
    const facts = factsOf(stateOf(...newUser(1, { role: 200 }), keyRotated(1, 3), deactivated(1)), user(1));
    expect(facts).to.deep.include({
      userId: 1,
      role: 200,
      active: false,
      bot: null,
      keyGeneration: 3,
      fullName: 'User 1',
      email: 'user1@test.example',
      timezone: '',
      avatarVersion: 1,
    });
    expect(facts?.createdAt).to.be.a('number');
  });

  it('are those of a bot, too', () => {
    expect(factsOf(stateOf(...newBot(2, 1)), user(2))?.bot).to.deep.equal({ type: 1, ownerId: 1 });
  });

  it('have the name and address of an erased person for an account without a person', () => {
    const facts = factsOf(stateOf(...accountOnly(1)), user(1));
    expect(facts).to.include({ userId: 1, fullName: 'Deleted user 1', email: 'deleted-user-1@erased.invalid' });
    expect(facts).to.include({ timezone: '', avatarVersion: 1 });
  });

  it('have the time zone and the version of the avatar', () => {
    const state = stateOf(...newUser(1));
    const person = state.people.byId.get(user(1));
    if (!person) throw new Error('no person');
    state.people.byId.set(user(1), { ...person, timezone: 'Asia/Tokyo', avatarVersion: 4 });
    expect(factsOf(state, user(1))).to.include({ timezone: 'Asia/Tokyo', avatarVersion: 4 });
  });

  it('have the real address besides, if the organization shows another one', () => {
    expect(factsOf(stateOf(...newUser(1)), user(1))).not.to.have.property('deliveryEmail');
    expect(factsOf(stateOf(...newUser(1), settingsChanged({ email_address_visibility: 3 })), user(1))).to.include({
      email: 'user1@noreply.test.example',
      deliveryEmail: 'user1@test.example',
    });
  });

  it('do not exist for a user that the directory does not have', () => {
    const state = stateOf(...newUser(1).slice(0, 1));
    expect(factsOf(state, user(1))).to.equal(undefined);
    expect(rowOf(state, user(1))).to.equal(undefined);
  });

  it('contain only the name, which is empty for an unknown user', () => {
    const state = stateOf(...newUser(1));
    expect(fullNameOf(state, user(1))).to.equal('User 1');
    expect(fullNameOf(state, user(9))).to.equal('');
  });

  it('are shown to everyone with the profile', () => {
    const filled = [fieldCreated(1), fieldCreated(2), answered(1, 1, 'tea', '<p>tea</p>'), answered(1, 2, 'x')];
    const row = rowOf(stateOf(...newUser(1), ...filled), user(1));
    expect(row).to.include({ user_id: 1, full_name: 'User 1' });
    expect(row?.profile_data).to.deep.equal({ 1: { value: 'tea', rendered_value: '<p>tea</p>' }, 2: { value: 'x' } });
    expect(rowOf(stateOf(...accountOnly(1), fieldCreated(1)), user(1))?.profile_data).to.deep.equal({});
  });
});
