/** Invitations: links by which people join (docs/api.md, Invitations). */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('invitations', () => {
  const server = runningServer();
  let [owner, admin, member]: Client[] = [];
  before(async () => {
    [owner, admin, member] = [server.as('owner'), server.as('admin'), server.as('member')];
  });

  const keyIn = (link: unknown): string => {
    const [before, key = ''] = String(link).split('/#join/');
    expect(before).to.equal(server.base);
    return key;
  };
  const invite = (emails: string, more: object = {}, by = member as Client) =>
    by.post('/invites', { invitee_emails: emails, stream_ids: [1], ...more });
  const listed = async (by = admin as Client) => list(succeeded(await by.get('/invites')).invites);
  const anyone = () => server.with({ email: '', api_key: '' });
  const accept = (key: string, more: object = {}) =>
    anyone().post('/invites/accept', { key, full_name: 'Nora New', password: 'correct horse battery', ...more });
  const invalid = 'The confirmation link has expired or been deactivated.';

  it('create an account for a person with the link, once', async () => {
    const queue = await follow(admin as Client, { event_types: ['invites_changed', 'realm_user'] });
    const [link] = list(succeeded(await invite('Nora <nora@dev.example>')).invite_links);
    const key = keyIn(link?.invite_link);
    expect(await listed()).to.have.length(1);
    expect(succeeded(await anyone().post('/invites/check', { key }))).to.include({
      email: 'nora@dev.example',
      invited_as: 400,
    });
    refused(await accept(key, { password: 'password' }), { msg: 'The password is too weak.' });
    const joined = succeeded(await accept(key, { email: 'another@dev.example' }));
    expect(joined.email).to.equal('nora@dev.example');
    badRequest(await accept(key), invalid);
    badRequest(await anyone().post('/invites/check', { key }), invalid);
    expect(await listed()).to.deep.equal([]);
    const nora = server.with({ email: String(joined.email), api_key: String(joined.api_key) });
    const { subscriptions } = succeeded(await nora.get('/users/me/subscriptions'));
    expect(list(subscriptions).map(({ stream_id }) => stream_id)).to.deep.equal([1]);
    const signIn = { username: 'nora@dev.example', password: 'correct horse battery' };
    expect(succeeded(await anyone().post('/fetch_api_key', signIn)).api_key).to.equal(joined.api_key);
    expect((await queue.news()).map(({ type, op }) => `${type} ${op ?? ''}`.trim())).to.deep.equal([
      'invites_changed',
      'realm_user add',
      'invites_changed',
    ]);
  });

  it('work once even if several requests arrive at the same time, also after a restart', async () => {
    const [link] = list(succeeded(await invite('twice@dev.example')).invite_links);
    await server.restart();
    const key = String(link?.invite_link).split('/#join/')[1] ?? '';
    const answers = await Promise.all([1, 2, 3].map(() => accept(key)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400]);
  });

  it('of an address that got an account in another way are revoked', async () => {
    const links = [
      ...list(succeeded(await invite('late@dev.example')).invite_links),
      ...list(succeeded(await invite('LATE@dev.example', {}, admin)).invite_links),
    ];
    succeeded(await invite('added@dev.example'));
    expect(await listed()).to.have.length(3);
    const [first = '', second = ''] = links.map(({ invite_link }) => keyIn(invite_link));
    succeeded(await accept(second));
    badRequest(await accept(first), invalid);
    const person = { email: 'added@dev.example', full_name: 'Ada Added', password: 'correct horse battery' };
    succeeded(await (admin as Client).post('/users', person));
    expect(await listed()).to.deep.equal([]);
  });

  it('by a link for many people create one account after the other', async () => {
    refused(await (member as Client).post('/invites/multiuse'), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    refused(await (admin as Client).post('/invites/multiuse', { stream_ids: [4711] }), {
      msg: 'Stream does not exist with id: 4711. No invites were sent.',
    });
    const key = keyIn(succeeded(await (admin as Client).post('/invites/multiuse', { invite_as: 600 })).invite_link);
    for (const name of ['one', 'two'])
      expect(succeeded(await accept(key, { email: `${name}@many.example` })).email).to.equal(`${name}@many.example`);
    refused(await accept(key, { email: 'one@many.example' }), { msg: "Email 'one@many.example' already in use" });
    const [one] = await listed();
    expect(one).to.include({ is_multiuse: true, invited_as: 600, link_url: `${server.base}/#join/${key}` });
    expect(await listed(member)).to.deep.equal([]);
    badRequest(await (admin as Client).delete(`/invites/${one?.id}`), 'No such invitation');
    succeeded(await (owner as Client).delete(`/invites/multiuse/${one?.id}`));
    badRequest(await accept(key, { email: 'three@many.example' }), invalid);
  });

  it('by a link for many people that makes owners are shown with it only to owners', async () => {
    const by = owner as Client;
    const { invite_link: link } = succeeded(await by.post('/invites/multiuse', { invite_as: 100 }));
    const shownTo = async (client: Client | undefined) =>
      (await listed(client)).find(({ invited_as: role }) => Number(role) === 100);
    const one = await shownTo(by);
    expect(one?.link_url).to.equal(link);
    expect(await shownTo(admin)).to.deep.equal({ ...one, link_url: null });
    succeeded(await by.delete(`/invites/multiuse/${one?.id}`));
  });

  it('are revoked, and sent again with another link', async () => {
    const links = list(succeeded(await invite('a@dev.example,\n b@dev.example, a@dev.example')).invite_links);
    expect(links.map(({ email }) => email)).to.deep.equal(['a@dev.example', 'b@dev.example']);
    const [first, second] = links;
    succeeded(await (member as Client).delete(`/invites/${first?.id}`));
    badRequest(await accept(keyIn(first?.invite_link)), invalid);
    badRequest(await server.as('spare').post(`/invites/${second?.id}/resend`), 'No such invitation');
    const again = succeeded(await (admin as Client).post(`/invites/${second?.id}/resend`));
    expect(again.timestamp).to.be.a('number');
    badRequest(await accept(keyIn(second?.invite_link)), invalid);
    succeeded(await accept(keyIn(list(again.invite_links)[0]?.invite_link)));
  });

  it('report which addresses were not invited', async () => {
    const wrong = await invite('c@dev.example, nobody');
    refused(wrong, {
      code: 'INVITATION_FAILED',
      msg: "Some emails did not validate, so we didn't send any invitations.",
      errors: [['nobody', 'Invalid address.', false]],
      sent_invitations: false,
      invite_links: [],
    });
    const partly = await invite(`c@dev.example, ${owner?.account.email}`);
    expect(partly.body).to.include({ code: 'INVITATION_FAILED', sent_invitations: true });
    expect(partly.body.errors).to.deep.equal([[owner?.account.email, 'Already has an account.', false]]);
    expect(list(partly.body.invite_links).map(({ email }) => email)).to.deep.equal(['c@dev.example']);
    const none = await invite(`${owner?.account.email}`);
    expect(none.body).to.include({ msg: "We weren't able to invite anyone.", sent_invitations: false });
    refused(await invite(' , '), { msg: 'You must specify at least one email address.' });
    refused(await invite('d@dev.example', { stream_ids: [] }), {
      msg: 'You must specify at least one stream for invitees to join.',
    });
  });

  it('are only for those whom the organization allows to invite', async () => {
    badRequest(await invite('e@dev.example', {}, server.as('guest')), 'Not allowed for guest users');
    const [link] = list(succeeded(await invite('e@dev.example')).invite_links);
    succeeded(await (admin as Client).patch('/realm', { invite_by_admins_only: true }));
    refused(await invite('f@dev.example'), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    badRequest(await accept(keyIn(link?.invite_link)), invalid);
    succeeded(await (admin as Client).patch('/realm', { invite_by_admins_only: false }));
    succeeded(await accept(keyIn(link?.invite_link)));
  });

  it('are in the trail without their links, and without the address when they have ended', async () => {
    const by = owner as Client;
    succeeded(await by.post('/audit/auditors', { user_id: by.account.user_id, reason: 'a test' }));
    const [link] = list(succeeded(await invite('gone@dev.example')).invite_links);
    const trailOf = async () => {
      const found = await by.get(`/audit/objects/invitation/${link?.id}`, { reason: 'a test' });
      return { text: JSON.stringify(found.body), actions: list(succeeded(found).records).map(({ action }) => action) };
    };
    const open = await trailOf();
    expect(open.actions).to.deep.equal(['invitation.sent']);
    expect(open.text).to.include('gone@dev.example').and.not.include(keyIn(link?.invite_link).split('.')[2]);
    succeeded(await (member as Client).delete(`/invites/${link?.id}`));
    await server.application.scrub();
    const ended = await trailOf();
    expect(ended.actions).to.deep.equal(['invitation.sent', 'invitation.revoked', 'invitation.ended']);
    expect(ended.text).not.to.include('gone@dev.example');
  });
});
