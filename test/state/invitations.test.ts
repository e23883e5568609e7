import { expect } from 'chai';
import { spentInvitations } from '../../src/state/invitations.ts';
import { realmId, stateAfter, testNow } from '../support/given.ts';
import { invitationEnds, invites, invitesAgain, joinsBy } from '../support/invitation-writes.ts';
import { organization } from '../support/organization.ts';
import { realmDeactivated } from '../support/writes.ts';

const past = [
  ...organization(),
  invites(1, 3),
  invites(2, 3),
  invites(3, 1, { email: null }),
  invites(4, 1),
  invites(7, 1),
  invitationEnds(7, 1),
  invitesAgain(1, 2, testNow + 9_000),
  ...joinsBy(2, 20),
  ...joinsBy(3, 21),
];

describe('invitations in the state', () => {
  it('are those that have not ended, with who used them; ids are not used again', () => {
    const { invitations } = stateAfter(past);
    expect(
      [...invitations.byId.values()].map(({ invitationId, generation, usedBy }) => [invitationId, generation, usedBy]),
    ).to.deep.equal([
      [1, 2, undefined],
      [2, 1, 20],
      [3, 1, undefined],
      [4, 1, undefined],
    ]);
    expect(invitations.idMax).to.equal(7);
  });

  it('are spent when they were used or have expired, in organizations that are used', () => {
    const spent = (now: number, more = past) => {
      const state = stateAfter(more);
      return spentInvitations({ realms: new Map([[realmId, state]]), importing: new Set() }, now);
    };
    expect(spent(testNow)).to.deep.equal([{ realmId, invitationId: 2 }]);
    expect(spent(testNow + 1_000).map(({ invitationId }) => invitationId)).to.deep.equal([2, 3, 4]);
    expect(spent(testNow + 1_000, [...past, realmDeactivated()])).to.deep.equal([]);
    const importing = { realms: new Map([[realmId, stateAfter(past)]]), importing: new Set([realmId]) };
    expect(spentInvitations(importing, testNow)).to.deep.equal([]);
  });
});
