import { expect } from 'chai';
import { feedOf } from '../support/feed.ts';
import { invitationEnds, invites, invitesAgain } from '../support/invitation-writes.ts';
import { organization } from '../support/organization.ts';

describe('client events about invitations', () => {
  it('inform only administrators that the list changed', () => {
    const { receivedBy } = feedOf(organization(), [invites(1, 3), invitesAgain(1), invitationEnds(1, 3)]);
    expect(receivedBy(2).map(({ type }) => type)).to.deep.equal([
      'invites_changed',
      'invites_changed',
      'invites_changed',
    ]);
    expect([receivedBy(3), receivedBy(4)]).to.deep.equal([[], []]);
  });
});
