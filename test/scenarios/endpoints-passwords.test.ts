/** Passwords over HTTP: adding people, signing in, PATCH /settings (docs/api.md, Passwords). */
import { expect } from 'chai';
import { perform } from '../../src/cli/control-socket.ts';
import { tasks } from '../../src/cli/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Client } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const first = 'correct horse';
const second = 'battery staple';
const email = 'Nora@dev.example';

for (const mode of ['development', 'production'])
  describe(`passwords in ${mode}`, function () {
    this.timeout(20_000);
    const server = runningServer({ VERBATIM_MODE: mode, VERBATIM_DEFAULT_REALM: 'dev' });
    const admin = server.as('admin');

    const add = (more = {}, by = admin) =>
      by.post('/users', { email, password: first, full_name: 'Nora New', ...more });
    async function fetchKey(password: string, username = email) {
      const body = new URLSearchParams({ username, password });
      const response = await fetch(`${server.base}/api/v1/fetch_api_key`, { method: 'POST', body });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }
    const incorrect = {
      status: 403,
      body: { result: 'error', msg: 'Your username or password is incorrect.', reason: 'incorrect_creds' },
    };
    const nora = async (password = first): Promise<Client> => {
      const { body } = await fetchKey(password);
      return server.with({ email, api_key: String(body.api_key) });
    };

    it('POST /users: the person signs in by their password, and others get an event', async () => {
      const queue = await follow(server.as('member'), { event_types: ['realm_user'] });
      expect(succeeded(await add())).to.deep.equal({ result: 'success', msg: '' });
      const { status, body } = await fetchKey(first, ' nora@DEV.example ');
      expect([status, body.email]).to.deep.equal([200, email]);
      const me = succeeded(await server.with({ email, api_key: String(body.api_key) }).get('/users/me'));
      expect(me).to.include({ full_name: 'Nora New', is_admin: false, is_guest: false });
      const received = (await queue.news()).map(({ op, person }) => [op, person?.user_id]);
      expect(received).to.deep.equal([['add', me.user_id]]);
    });

    if (mode === 'production') return;

    it('POST /users: for administrators, with an unused address and a strong password', async () => {
      refused(await add({}, server.as('member')), {
        code: 'UNAUTHORIZED_PRINCIPAL',
        msg: 'Must be an organization administrator',
      });
      refused(await add(), { msg: `Email '${email}' already in use` });
      refused(await add({ email: 'x@dev.example', password: 'password' }), { msg: 'The password is too weak.' });
      badRequest(await add({ email: 'nobody', password: first }), 'Enter a valid email address.');
    });

    it('server_settings and register say that passwords are accepted', async () => {
      const settings = succeeded(await admin.get('/server_settings'));
      expect(settings).to.include({ email_auth_enabled: true });
      expect(settings.authentication_methods).to.include({ password: true, email: true });
      const realm = succeeded(await admin.post('/register', { event_types: ['realm'] }));
      expect(realm).to.include({ realm_password_auth_enabled: true, password_min_length: 8 });
    });

    it('POST /fetch_api_key: gives the same answer for wrong passwords, strangers, bots and people without a password', async () => {
      for (const username of ['stranger@dev.example', server.as('bot').account.email, server.as('spare').account.email])
        expect(await fetchKey(first, username)).to.deep.equal(incorrect);
      expect((await fetchKey(first, 'nobody')).body).to.include({ msg: 'Enter a valid email address.' });
    });

    it('PATCH /settings: another password; the old one is refused at once, and leaves the log', async () => {
      const user = await nora();
      refused(await user.patch('/settings', { old_password: 'wrong horse', new_password: second }), {
        msg: 'Wrong password!',
      });
      refused(await user.patch('/settings', { old_password: first, new_password: 'short' }), {
        msg: 'New password is too weak!',
      });
      succeeded(await user.patch('/settings', { old_password: first, new_password: second }));
      expect(await fetchKey(first)).to.deep.equal(incorrect);
      expect((await fetchKey(second)).status).to.equal(200);
      await server.application.scrub();
      const { user_id } = succeeded(await user.get('/users/me'));
      const stream = logStream.password(1 as never, Number(user_id) as never);
      expect((await server.application.log.readStream(stream)).map(({ revision }) => revision)).to.deep.equal([1]);
    });

    it('PATCH /settings: a name; the answer has it only if it changed', async () => {
      const user = await nora(second);
      for (const answer of [{ full_name: 'Nora Newman' }, {}])
        expect(succeeded(await user.patch('/settings', { full_name: ' Nora Newman ' }))).to.deep.equal({
          result: 'success',
          msg: '',
          ...answer,
        });
      expect(succeeded(await user.post('/register', { event_types: ['realm'] }))).to.include({
        server_name_changes_disabled: false,
        realm_name_changes_disabled: false,
      });
      refused(await user.patch('/settings', {}), { msg: 'Please fill out all fields.' });
      refused(await user.patch('/settings', { email: 'other@dev.example' }), {
        msg: 'Email address changes are disabled in this organization.',
      });
      refused(await server.as('bot').patch('/settings', { full_name: 'Robot' }), {
        msg: 'This endpoint does not accept bot requests.',
      });
    });

    it('PATCH /settings: a user without a password sets the first one without an old one', async () => {
      const guest = server.as('guest');
      succeeded(await guest.patch('/settings', { new_password: first }));
      expect((await fetchKey(first, guest.account.email)).body.api_key).to.equal(guest.account.api_key);
    });

    it('user password: gives a random one', async () => {
      const task = tasks.find(({ name }) => name === 'user password');
      if (!task) throw new Error('no task');
      const spare = server.as('spare').account;
      const reply = await perform(task, { realm: 'dev', email: spare.email }, server.application, () => undefined);
      const [, password = ''] = /^password=(\S{20})$/.exec(reply.ok ? String(reply.lines[0]) : reply.why) ?? [];
      expect((await fetchKey(password, spare.email)).body.api_key).to.equal(spare.api_key);
    });

    it('POST /fetch_api_key: informs deactivated people, if the password is right', async () => {
      const { user_id } = succeeded(await (await nora(second)).get('/users/me'));
      succeeded(await admin.delete(`/users/${user_id}`));
      expect(await fetchKey(first)).to.deep.equal(incorrect);
      expect(await fetchKey(second)).to.deep.equal({
        status: 403,
        body: { result: 'error', msg: 'Your account has been disabled.', reason: 'user disable' },
      });
    });

    it('compares no password after five wrong ones, even after a restart, and gives the same answer for unknown people', async () => {
      await server.restart();
      // Three wrong ones are recorded already.
      for (let tries = 0; tries < 2; tries += 1) expect(await fetchKey('wrong horse')).to.deep.equal(incorrect);
      await server.restart();
      const { status, body } = await fetchKey(second);
      expect([status, body.msg]).to.deep.equal([429, 'API usage exceeded rate limit']);
    });
  });
