import { expect } from 'chai';
import {
  seesHiddenAddresses,
  shownEmailOf,
  shownPerson,
  userShownAt,
  usersByShownAddress,
} from '../../src/state/shown-people.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { organization, user } from '../support/organization.ts';
import { newUser } from '../support/past-events.ts';
import { roleChanged, settingsChanged } from '../support/writes.ts';

const stateOf = (...events: Given[]) => stateAfter([...organization(), ...events]);
/** Hidden from all but administrators, or from everybody. */
const forAdministrators = settingsChanged({ email_address_visibility: 3 });
const forNobody = settingsChanged({ email_address_visibility: 4 });
const own = 'user3@test.example';
const other = 'user3@noreply.test.example';

describe('people as others see them', () => {
  it('have their own addresses, or substitutes if those are hidden', () => {
    expect(shownPerson(stateOf(), user(3))).to.include({ email: own, fullName: 'User 3' });
    expect(shownPerson(stateOf(), user(3))).not.to.have.property('deliveryEmail');
    for (const hidden of [forAdministrators, forNobody])
      expect(shownPerson(stateOf(hidden), user(3))).to.include({
        email: other,
        deliveryEmail: own,
        fullName: 'User 3',
      });
    expect([shownEmailOf(stateOf(), user(3)), shownEmailOf(stateOf(forNobody), user(3))]).to.deep.equal([own, other]);
    expect(shownEmailOf(stateOf(), user(99))).to.equal('');
  });

  it('are bots with their own addresses, hidden or not', () => {
    const email = shownEmailOf(stateOf(), user(6));
    expect(email).to.match(/^.+@test\.example$/);
    expect(shownPerson(stateOf(forNobody), user(6)))
      .to.include({ email })
      .and.not.to.have.property('deliveryEmail');
  });

  it('are known by the substitute of somebody whose account was never created', () => {
    expect(shownPerson(stateOf(), user(9))).to.include({ email: 'user9@test.example' });
    expect(shownPerson(stateOf(forNobody), user(9))).to.include({ email: 'user9@noreply.test.example' });
  });

  it('look like erased people if there is an account without a description', () => {
    const account = newUser(12).slice(1);
    expect(shownPerson(stateOf(...account), user(12))).to.include({
      fullName: 'Deleted user 12',
      email: 'deleted-user-12@erased.invalid',
    });
    expect(shownPerson(stateOf(), user(12))).to.equal(undefined);
  });

  it('are seen with their own addresses by administrators who are people, if the organization allows it', () => {
    const sees = (...events: Given[]) =>
      [1, 2, 3, 6, 99].filter((id) => seesHiddenAddresses(stateOf(...events), user(id)));
    expect(sees(forAdministrators)).to.deep.equal([1, 2]);
    expect(sees(forAdministrators, roleChanged(6, 200, 400))).to.deep.equal([1, 2]);
    expect([sees(), sees(forNobody)]).to.deep.equal([[], []]);
  });
});

describe('the user with an address', () => {
  const meant = (address: string, ...events: Given[]) => userShownAt(stateOf(...events), address, (of) => `fp:${of}`);

  it('is the user with that address, if addresses are shown', () => {
    expect(meant(own)).to.equal(3);
    expect([meant(other), meant('nobody@test.example')]).to.deep.equal([undefined, undefined]);
  });

  it('is the user of the substitute, if addresses are hidden; real addresses name nobody', () => {
    expect(meant(other, forNobody)).to.equal(3);
    expect(meant(other, forAdministrators)).to.equal(3);
    expect(meant(own, forNobody)).to.equal(undefined);
    expect(meant('user99@noreply.test.example', forNobody)).to.equal(undefined);
  });

  it('is a bot by its own address alone', () => {
    const state = stateOf(forNobody);
    const address = [...state.directory.addresses].find(([, id]) => id === 6)?.[0] ?? '';
    expect(userShownAt(state, 'its own', () => address)).to.equal(6);
    expect(meant('user6@noreply.test.example', forNobody)).to.equal(undefined);
  });

  it('is one user for each shown address, regardless of case', () => {
    const shown = usersByShownAddress(stateOf(forNobody));
    expect(shown.get(other)).to.equal(3);
    expect(shown.has(own)).to.equal(false);
    expect(usersByShownAddress(stateOf()).get(own)).to.equal(3);
    // Not people without an account.
    expect([...shown.values()].sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
