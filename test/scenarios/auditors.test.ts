/** Auditors over HTTP: who appoints and who is appointed, what is recorded, and that nobody else learns of it. */
import { expect } from 'chai';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { isUnavailable, startFaulty } from '../simulation/faulty-server.ts';
import { authorizationOf, type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { startServer, type TestServer } from '../support/server.ts';

const forbidden = 'UNAUTHORIZED_PRINCIPAL';

describe('auditors', () => {
  let server: TestServer;
  let owner: Client;
  let member: Client;
  before(async () => {
    server = await startServer();
    owner = server.as('owner');
    member = server.as('member');
  });
  after(() => server.stop());

  const idOf = (client: Client): number => client.account.user_id;
  const appoint = (by: Client, whom: number, headers: Record<string, string> = {}) =>
    by.post('/audit/auditors', { user_id: whom, reason: 'review' }, headers);
  const dismiss = (whom: number) => owner.delete(`/audit/auditors/${whom}`, { reason: 'over' });
  const records = async (): Promise<Recorded[]> =>
    (await server.application.log.readStream(logStream.audit(1 as never))) as unknown as Recorded[];
  const accesses = async (): Promise<Loose[]> =>
    (await records()).filter(({ type }) => type === 'AuditAccessed').map(({ data }) => data as unknown as Loose);

  it('are appointed by owners, are listed, and are dismissed', async () => {
    succeeded(await appoint(owner, idOf(member)));
    expect(succeeded(await member.get('/users/me')).is_auditor).to.equal(true);
    expect(succeeded(await owner.get('/users/me')).is_auditor).to.equal(false);
    const { auditors } = succeeded(await member.get('/audit/auditors'));
    const [appointedNow, ofDevelopment, ...others] = list(auditors);
    expect(ofDevelopment).to.include({ user_id: idOf(server.as('auditor')), reason: 'development' });
    expect(appointedNow).to.include({ user_id: idOf(member), appointed_by: idOf(owner), reason: 'review' });
    expect(others).to.deep.equal([]);
    const first = succeeded(await member.get('/audit/auditors', { limit: 1 }));
    expect([list(first.auditors), first.next_cursor]).to.deep.equal([[appointedNow], idOf(member)]);
    const second = succeeded(await member.get('/audit/auditors', { limit: 1, cursor: String(first.next_cursor) }));
    expect([list(second.auditors), second.next_cursor]).to.deep.equal([[ofDevelopment], null]);
    badRequest(await member.get('/audit/auditors', { limit: 1001 }), 'Invalid limit');
    badRequest(await appoint(owner, idOf(member)), 'user_id: This user is an auditor already');
    succeeded(await dismiss(idOf(member)));
    refused(await dismiss(idOf(member)), { code: 'NOT_FOUND', msg: 'No such auditor' }, 404);
    expect(succeeded(await member.get('/users/me')).is_auditor).to.equal(false);
    refused(
      await member.get('/audit/auditors'),
      { code: forbidden, msg: 'Must be an auditor or an organization owner' },
      403,
    );
  });

  it('are neither appointed nor listed by other users', async () => {
    for (const name of ['admin', 'member', 'guest', 'bot', 'outgoing_bot'] as const) {
      const by = server.as(name);
      refused(await appoint(by, idOf(by)), { code: forbidden, msg: 'Must be an organization owner' }, 403);
      expect((await by.get('/audit/auditors')).status, name).to.equal(403);
      expect((await by.delete(`/audit/auditors/${idOf(by)}`, { reason: 'x' })).status, name).to.equal(403);
    }
    expect((await server.as('webhook_bot').get('/audit/auditors')).status).to.equal(401);
  });

  it('cannot be guests, webhook bots or unknown users', async () => {
    for (const name of ['guest', 'webhook_bot', 'outgoing_bot', 'bot'] as const)
      badRequest(
        await appoint(owner, idOf(server.as(name))),
        'user_id: guests, webhook bots, and bots of others than owners cannot be auditors',
      );
    refused(await appoint(owner, 4711), { code: 'NOT_FOUND', msg: 'No such user' }, 404);
    refused(await owner.post('/audit/auditors', { user_id: idOf(member) }), {
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'reason' argument",
      var_name: 'reason',
    });
  });

  it('are recorded before they are answered: who, what, why and from where', async () => {
    succeeded(await owner.get('/audit/auditors', { reason: 'Fall 1: Prüfung' }));
    const [access] = (await accesses()).slice(-1);
    expect(access).to.deep.include({
      userId: idOf(owner),
      operation: 'GET /audit/auditors',
      parameters: {},
      reason: 'Fall 1: Prüfung',
      content: false,
      through: 'api',
    });
    expect(String(access?.address)).to.match(/^(127\.0\.0\.1|::1)$/);
  });

  it('give their reason in a header as well, in UTF-8, and not two different ones', async () => {
    const ask = (header: string, path = '/audit/auditors') =>
      fetch(`${server.base}/api/v1${path}`, {
        headers: {
          Authorization: authorizationOf(owner),
          'Audit-Reason': Buffer.from(header).toString('latin1'),
        },
      });
    expect((await ask('Prüfung')).status).to.equal(200);
    expect((await accesses()).at(-1)?.reason).to.equal('Prüfung');
    const before = (await accesses()).length;
    const differing = await ask('one', '/audit/auditors?reason=another');
    expect(differing.status).to.equal(400);
    expect(((await differing.json()) as Loose).msg).to.equal('reason differs from the header Audit-Reason');
    expect((await ask('x'.repeat(501))).status).to.equal(400);
    expect(await accesses()).to.have.length(before);
  });

  it('are appointed once however often the request is sent', async () => {
    const key = { 'Idempotency-Key': 'appoint admin' };
    const admin = idOf(server.as('admin'));
    succeeded(await appoint(owner, admin, key));
    succeeded(await appoint(owner, admin, key));
    expect((await appoint(owner, idOf(member), key)).status).to.equal(422);
    succeeded(await dismiss(admin));
  });

  it('may be bots of owners, whose new keys only the owner sees', async () => {
    const admin = server.as('admin');
    const { api_key: old } = succeeded(await owner.post('/bots', { full_name: 'SIEM', short_name: 'siem' }));
    const [found] = list(succeeded(await owner.get('/bots')).bots);
    const { members } = succeeded(await owner.get('/users'));
    const id = Number(list(members).find(({ full_name }) => String(full_name) === 'SIEM')?.user_id);
    const register = (who: typeof admin) =>
      who.post('/register', { event_types: ['realm_bot'], fetch_event_types: [] });
    const queues = [succeeded(await register(owner)), succeeded(await register(admin))];
    succeeded(await appoint(owner, id));
    const [bot] = list(succeeded(await owner.get('/bots')).bots);
    const { email, api_key } = { email: String(found?.username), api_key: String(bot?.api_key) };
    expect(api_key).to.not.equal(String(old));
    expect((await server.with({ email, api_key: String(old) }).get('/users/me')).status).to.equal(401);
    succeeded(await server.with({ email, api_key }).get('/audit/auditors'));
    const { realm_bots } = succeeded(await admin.post('/register', { fetch_event_types: ['realm_bot'] }));
    expect(list(realm_bots).find(({ user_id }) => Number(user_id) === id)?.api_key).to.equal('');
    const told = async (who: typeof admin, queue: Loose | undefined) =>
      (await newsOf(who, queue as Loose)).map((event) => event.bot?.api_key);
    expect(await told(owner, queues[0])).to.deep.equal([api_key]);
    expect(await told(admin, queues[1])).to.deep.equal(['']);
    // An administrator who takes the bot over, or its key, has no auditor.
    const taken = succeeded(await admin.post(`/bots/${id}/api_key/regenerate`));
    const takenBot = server.with({ email, api_key: String(taken.api_key) });
    expect(succeeded(await takenBot.get('/users/me')).is_auditor).to.equal(false);
    expect((await takenBot.get('/audit/auditors')).status).to.equal(403);
  });

  it('cause no client events', async () => {
    const queue = succeeded(await member.post('/register', {}));
    succeeded(await appoint(owner, idOf(member)));
    succeeded(await owner.get('/audit/auditors'));
    succeeded(await dismiss(idOf(member)));
    expect(await newsOf(member, queue)).to.deep.equal([]);
  });

  it('find recorded sign-ins, and failed ones, with the address they came from', async () => {
    const spare = server.as('spare').account.email;
    succeeded(await member.post('/dev_fetch_api_key', { username: spare }));
    await member.post('/fetch_api_key', { username: 'nobody@dev.example', password: 'wrong' });
    await member.post('/fetch_api_key', { username: spare, password: 'wrong' });
    const [signedIn, unknown, wrong] = (await records()).slice(-3);
    expect(signedIn).to.deep.include({ type: 'SignedIn' });
    expect(signedIn?.data).to.include({ userId: idOf(server.as('spare')), method: 'development' });
    expect(unknown?.data).to.include({ userId: null });
    expect(wrong?.data).to.include({ userId: idOf(server.as('spare')) });
    expect(wrong?.data)
      .to.have.property('address')
      .that.matches(/127\.0\.0\.1|::1/);
  });

  it('find recorded wrong API keys, with the address they came from, and no valid ones', async () => {
    const { email, api_key: key } = server.as('spare').account;
    const before = (await records()).length;
    for (const [who, what] of [
      [email, '0'.repeat(32)],
      ['nobody@dev.example', key],
      [email, key],
    ]) {
      const headers = { Authorization: `Basic ${Buffer.from(`${who}:${what}`).toString('base64')}` };
      await (await fetch(`${server.base}/api/v1/users/me`, { headers })).text();
    }
    const found = (await records()).slice(before);
    expect(found.map(({ type }) => type)).to.deep.equal(['SignInRefused', 'SignInRefused']);
    for (const [at, userId] of [idOf(server.as('spare')), null].entries()) {
      expect(found[at]?.data).to.include({ userId, method: 'api_key' });
      expect(found[at]?.data)
        .to.have.property('address')
        .that.matches(/127\.0\.0\.1|::1/);
    }
  });
});

describe('a privileged read while the log is out of reach', () => {
  it('is answered with 503, and nothing else', async () => {
    const server = await startFaulty();
    const owner = server.as('owner');
    succeeded(await owner.get('/audit/auditors'));
    server.logFaults.away = true;
    const answer = await owner.get('/audit/auditors');
    expect(isUnavailable(answer), JSON.stringify(answer.body)).to.equal(true);
    expect(answer.body).to.not.have.property('auditors');
    server.logFaults.away = false;
    succeeded(await owner.get('/audit/auditors'));
    await server.stop();
  });
});
