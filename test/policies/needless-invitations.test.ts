import { expect } from 'chai';
import { needlessInvitations } from '../../src/policies/needless-invitations.ts';
import type { Given } from '../support/given.ts';
import { invitationEnds, invites, joinsBy } from '../support/invitation-writes.ts';
import { organization } from '../support/organization.ts';
import { newUser } from '../support/past-events.ts';
import { plannedBy } from '../support/policy.ts';
import { newBot } from '../support/writes.ts';

const address = { email: 'USER20@test.example' };
const revokedBy = (...events: (Given | readonly Given[])[]) =>
  plannedBy(needlessInvitations, [...organization(), ...events.flat()]).map(({ command, input }) => [command, input]);
const revoked = (invitationId: number) => ['revoke-invitation', { invitationId, forMany: false }];

describe('the policy for invitations of people who have an account', () => {
  it('revokes those of the address that got an account, whoever sent them', () => {
    const invited = [invites(1, 3, address), invites(2, 1, address), invites(3, 3)];
    expect(revokedBy(invited, newUser(20))).to.deep.equal([revoked(1), revoked(2)]);
    expect(revokedBy(invites(1, 3, { email: 'bot20@test.example' }), newBot(20, 3))).to.deep.equal([revoked(1)]);
  });

  it('does not revoke the one by which they joined, links for many people, and those that have ended', () => {
    expect(revokedBy(invites(1, 3, address), invites(2, 3, address), joinsBy(2, 20))).to.deep.equal([revoked(1)]);
    expect(revokedBy(invites(1, 1, { email: null }), joinsBy(1, 20))).to.deep.equal([]);
    expect(revokedBy(invites(1, 3, address), invitationEnds(1, 3), newUser(20))).to.deep.equal([]);
  });
});
