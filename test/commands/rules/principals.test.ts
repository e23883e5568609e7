import { expect } from 'chai';
import { resolvePrincipals } from '../../../commands/rules/principals.ts';
import { foldCase } from '../../../src/vocabulary/fold-case.ts';
import { stateAfter } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { came, founded } from '../../support/past-events.ts';

describe('whose subscriptions change', () => {
  const state = stateAfter([founded(), ...came(1), ...came(2)]);
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

  it('names the first that is nobody as it was said', () => {
    const principals = ['user1@test.example', 'Nobody@Test.example', 'nobody@test.example'];
    expect(resolvePrincipals(state, principals, user(1), fingerprint)).to.deep.equal({
      refusal: { code: 'principal-unknown', principal: 'Nobody@Test.example' },
    });
  });
});
