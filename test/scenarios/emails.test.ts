/** E-mails: invitations and missed messages, through a real SMTP server (docs/api.md, E-mails). */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

describe('e-mails', () => {
  let smtp: TestSmtpServer;
  let server: TestServer;
  before(async () => {
    smtp = await startSmtpServer();
    const env = { VERBATIM_SMTP_URL: smtp.url, VERBATIM_EMAIL_DELAY_SECS: '0', VERBATIM_EMAIL_FROM: 'chat@x.example' };
    server = await startServer(env);
  });
  after(async () => {
    await server.stop();
    await smtp.stop();
  });

  const newest = () => smtp.received.at(-1);
  const keyIn = (text = ''): string => /\/#join\/([\w.-]+)/.exec(text)?.[1] ?? '';

  it('contain the link for an invited person, which the inviter does not see', async () => {
    const answer = succeeded(
      await server.as('member').post('/invites', { invitee_emails: 'nora@new.example', stream_ids: [1] }),
    );
    expect(answer.invite_links).to.deep.equal([]);
    await smtp.count(1);
    expect(newest()?.to).to.deep.equal(['nora@new.example']);
    const first = keyIn(newest()?.text);
    const { invites } = succeeded(await server.as('member').get('/invites'));
    const [{ id }] = invites as unknown as [{ id: number }];
    expect(succeeded(await server.as('member').post(`/invites/${id}/resend`)).invite_links).to.deep.equal([]);
    await smtp.count(2);
    const join = { full_name: 'Nora New', password: 'correct horse battery' };
    const anyone = server.with({ email: '', api_key: '' });
    badRequest(
      await anyone.post('/invites/accept', { key: first, ...join }),
      'The confirmation link has expired or been deactivated.',
    );
    succeeded(await anyone.post('/invites/accept', { key: keyIn(newest()?.text), ...join }));
  });

  it('of invitations are limited per day for an address; those that were not sent do not count (invitationEmailsPerAddressMax)', async () => {
    const before = smtp.received.length;
    const invite = (by: 'member' | 'admin', more = {}) =>
      server.as(by).post('/invites', { invitee_emails: 'Victim@new.example', stream_ids: [1], ...more });
    for (let times = 0; times < 2 * limits.invitationEmailsPerAddressMax; times += 1)
      expect((await invite('member', { stream_ids: [] })).status).to.equal(400);
    for (let times = 1; times < limits.invitationEmailsPerAddressMax; times += 1) {
      succeeded(await invite(times % 2 === 0 ? 'admin' : 'member'));
      await smtp.count(before + times);
    }
    const { invites } = succeeded(await server.as('member').get('/invites'));
    const { id } = (invites as unknown as { id: number }[]).at(-1) ?? { id: 0 };
    succeeded(await server.as('member').post(`/invites/${id}/resend`));
    for (const answer of [await invite('admin'), await server.as('member').post(`/invites/${id}/resend`)]) {
      expect(answer.status).to.equal(429);
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 24 * 60 * 60);
    }
    await smtp.count(before + limits.invitationEmailsPerAddressMax);
    succeeded(await server.as('member').post('/invites', { invitee_emails: 'other@new.example', stream_ids: [1] }));
    await smtp.count(before + limits.invitationEmailsPerAddressMax + 1);
    expect(newest()?.to).to.deep.equal(['other@new.example']);
  });

  it('prove the address of a person who joins by a link for many people', async () => {
    const before = smtp.received.length;
    const { invite_link } = succeeded(await server.as('admin').post('/invites/multiuse', { stream_ids: [1] }));
    const anyone = server.with({ email: '', api_key: '' });
    const join = { full_name: 'Otto New', password: 'correct horse battery' };
    const asOtto = { key: keyIn(String(invite_link)), ...join, email: 'otto@new.example' };
    const refusal = {
      code: 'EMAIL_UNCONFIRMED',
      msg: 'A link was sent to this address: join by that, so that it is known to be yours.',
    };
    refused(await anyone.post('/invites/accept', asOtto), refusal, 403);
    await smtp.count(before + 1);
    expect(newest()?.to).to.deep.equal(['otto@new.example']);
    refused(await anyone.post('/invites/accept', asOtto), refusal, 403);
    const invites = list(succeeded(await server.as('admin').get('/invites')).invites);
    const link = invites.find(({ is_multiuse }) => is_multiuse);
    expect(invites.map(({ email }) => email)).to.include('otto@new.example');
    succeeded(await server.as('admin').delete(`/invites/multiuse/${Number(link?.id)}`));
    badRequest(await anyone.post('/invites/accept', asOtto), 'The confirmation link has expired or been deactivated.');
    const joined = succeeded(await anyone.post('/invites/accept', { key: keyIn(newest()?.text), ...join }));
    expect(joined.email).to.equal('otto@new.example');
    expect(smtp.received).to.have.length(before + 1);
  });

  it('report missed messages, each once, also after a restart', async () => {
    const before = smtp.received.length;
    const [owner, member] = [server.as('owner'), server.as('member')];
    const say = (content: string) =>
      owner.post('/messages', { type: 'private', to: [member.account.user_id], content });
    succeeded(await say('Lunch at **noon**?'));
    await smtp.count(before + 1);
    expect(newest()?.to).to.deep.equal([member.account.email]);
    expect(newest()?.text).to.include('Lunch at **noon**?');
    await server.restart();
    succeeded(await say('Or at one?'));
    await smtp.count(before + 2);
    expect(newest()?.text).to.include('Or at one?').and.not.include('noon');
    expect(smtp.received).to.have.length(before + 2);
  });

  it('leave out the content for users who want that', async () => {
    const before = smtp.received.length;
    const [owner, member] = [server.as('owner'), server.as('member')];
    succeeded(await member.patch('/settings/notifications', { message_content_in_email_notifications: false }));
    const to = [member.account.user_id];
    succeeded(await owner.post('/messages', { type: 'private', to, content: 'My salary is a secret' }));
    await smtp.count(before + 1);
    expect(newest()?.to).to.deep.equal([member.account.email]);
    expect(newest()?.text).to.include('You have not read').and.not.include('salary');
  });
});

describe('invitations by e-mail', () => {
  lowerLimits({ invitationEmailsPerMemberMax: 6 });
  let smtp: TestSmtpServer;
  let server: TestServer;
  before(async () => {
    smtp = await startSmtpServer();
    server = await startServer({ VERBATIM_SMTP_URL: smtp.url });
  });
  after(async () => {
    await server.stop();
    await smtp.stop();
  });

  it('are limited for each member in a day, even if they are revoked in the meantime, and not for administrators (invitationEmailsPerMemberMax)', async () => {
    const [member, admin] = [server.as('member'), server.as('admin')];
    const invite = (by: Client, from: number, count: number) =>
      by.post('/invites', {
        invitee_emails: Array.from({ length: count }, (_, index) => `new${from + index}@new.example`).join(),
        stream_ids: [1],
      });
    for (let sent = 0; sent < limits.invitationEmailsPerMemberMax; sent += 3) succeeded(await invite(member, sent, 3));
    const { invites } = succeeded(await member.get('/invites'));
    const [first, second] = invites as unknown as [{ id: number }, { id: number }];
    succeeded(await member.delete(`/invites/${first.id}`));
    for (const answer of [await invite(member, 10_000, 1), await member.post(`/invites/${second.id}/resend`)]) {
      expect(answer.status).to.equal(429);
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 24 * 60 * 60);
    }
    succeeded(await invite(admin, 20_000, 2));
  });
});
