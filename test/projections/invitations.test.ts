import { expect } from 'chai';
import { invitationsFor } from '../../src/queries/invitations.ts';
import { realmId, testNow } from '../support/given.ts';
import { invitationEnds, invitationRevoked, invites, invitesAgain } from '../support/invitation-writes.ts';
import { organization, readAfter, user } from '../support/organization.ts';

describe('invitations', () => {
  it('are listed to the users who sent them, and all of them to administrators', async () => {
    const view = await readAfter(organization(), [
      invites(1, 3),
      invites(2, 2, { email: null, role: 600 }),
      invites(3, 3),
      invites(4, 3, { expiresAt: testNow }),
      invitationEnds(3, 3),
      invites(5, 3),
      invitationRevoked(5),
      invitesAgain(1),
    ]);
    const listed = async (userId: number) =>
      invitationsFor(view, { realmId, userId: user(userId), now: testNow }, ({ generation }) => `link ${generation}`);
    const [first, second] = await listed(2);
    expect(first).to.include({
      id: 1,
      email: 'invited1@test.example',
      invited_by_user_id: 3,
      invited_as: 400,
      is_multiuse: false,
    });
    expect(first).not.to.have.any.keys('link_url', 'generation');
    expect(second).to.include({ id: 2, link_url: 'link 1', invited_by_user_id: 2, invited_as: 600, is_multiuse: true });
    expect((await listed(3)).map(({ id }) => id)).to.deep.equal([1]);
    expect(await listed(4)).to.deep.equal([]);
  });

  it('are listed with the newest link, its time and when it was sent', async () => {
    const again = { ...invitesAgain(1, 2, testNow + 2_000), metadata: { at: testNow + 5_000 } };
    const view = await readAfter(organization(), [invites(1, 2, { email: null }), again]);
    const [listed] = await invitationsFor(
      view,
      { realmId, userId: user(2), now: testNow },
      ({ generation }) => `link ${generation}`,
    );
    expect(listed).to.include({ link_url: 'link 2', invited: (testNow + 5_000) / 1000 });
    const unknown = await readAfter(organization(), [invitesAgain(9)]);
    expect(await invitationsFor(unknown, { realmId, userId: user(2), now: testNow }, () => 'x')).to.deep.equal([]);
  });

  it('that make owners are listed with their link only to owners', async () => {
    const view = await readAfter(organization(), [invites(1, 1, { email: null, role: 100 })]);
    const linksFor = (userId: number) =>
      invitationsFor(view, { realmId, userId: user(userId), now: testNow }, () => 'the link');
    expect(await linksFor(1)).to.have.nested.property('[0].link_url', 'the link');
    expect(await linksFor(2)).to.have.nested.property('[0].link_url', null);
  });
});
