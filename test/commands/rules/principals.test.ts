import { expect } from 'chai';
import { resolvePrincipals } from '../../../commands/rules/principals.ts';
import { foldCase } from '../../../src/vocabulary/fold-case.ts';
import { stateAfter } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { settingsChanged } from '../../support/writes.ts';

describe('whose subscriptions change', () => {
  const people = Array.from({ length: 30 }, (_, at) => at + 1);
  const state = stateAfter([founded(), ...people.flatMap((id) => newUser(id))]);
  let looked = 0;
  const fingerprint = (address: string): string => {
    looked += 1;
    return `fp:${foldCase(address.trim())}`;
  };

  it('looks up an address once, however often and in whatever case it is named', () => {
    const principals = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? 'user2@test.example' : ' USER2@Test.Example',
    );
    expect(resolvePrincipals(state, [...principals, 'user1@test.example'], user(1), fingerprint)).to.deep.equal({
      userIds: [2, 1],
    });
    expect(looked).to.equal(2);
  });

  it('recognizes a text that is too long for an address without a lookup', () => {
    looked = 0;
    const long = 'Σ'.repeat(1_000);
    expect(resolvePrincipals(state, ['user1@test.example', long], user(1), fingerprint)).to.deep.equal({
      refusal: { code: 'principal-unknown', principal: long },
    });
    expect(looked).to.equal(1);
  });

  it('computes no fingerprints if most people are named', () => {
    looked = 0;
    const principals = people.map((id) => ` USER${id}@Test.example`);
    expect(resolvePrincipals(state, principals, user(1), fingerprint)).to.deep.equal({ userIds: people });
    expect(looked).to.equal(0);
  });

  it('finds people only under the addresses that are shown', () => {
    const hidden = stateAfter([
      founded(),
      ...people.flatMap((id) => newUser(id)),
      settingsChanged({ email_address_visibility: 4 }),
    ]);
    for (const count of [2, 30]) {
      const shownTo = (address: (id: number) => string) =>
        resolvePrincipals(hidden, people.slice(0, count).map(address), user(1), fingerprint);
      expect(shownTo((id) => `user${id}@noreply.test.example`)).to.deep.equal({ userIds: people.slice(0, count) });
      expect(shownTo((id) => `user${id}@test.example`)).to.have.nested.property(
        'refusal.principal',
        'user1@test.example',
      );
    }
  });

  it('names the first unknown principal as it was sent', () => {
    const principals = ['user1@test.example', 'Nobody@Test.example', 'nobody@test.example'];
    expect(resolvePrincipals(state, principals, user(1), fingerprint)).to.deep.equal({
      refusal: { code: 'principal-unknown', principal: 'Nobody@Test.example' },
    });
  });
});
