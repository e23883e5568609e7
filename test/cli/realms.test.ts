/** The subcommands of organizations, on a whole service. */

import { expect } from 'chai';
import { createRealm } from '../../commands/realm/create-realm.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { tasks } from '../../src/cli/index.ts';
import { scrub } from '../../src/cli/scrub.ts';
import type { Reply } from '../../src/cli/subcommand.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { ReadStoreUnavailable } from '../../src/ports/read-store.ts';
import { collect } from '../contracts/event-log/fixture.ts';
import { list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { hostClient } from '../support/host-client.ts';
import { runningServer } from '../support/server.ts';

describe('organizations on the command line', () => {
  const server = runningServer({ VERBATIM_DOMAIN: 'chat.example' });

  const verbatim = (name: string, values: Readonly<Record<string, string>> = {}): Promise<Reply> => {
    const task = tasks.find((known) => known.name === name);
    if (!task) throw new Error(`no task ${name}`);
    return perform(task, values, server.application, () => undefined);
  };
  const lines = async (name: string, values?: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const reply = await verbatim(name, values);
    if (!reply.ok) throw new Error(reply.why);
    return reply.lines;
  };
  const owner = { 'owner-email': 'ann@acme.example', 'owner-name': 'Ann Owner' };

  for (const subdomain of ['', 'Ac Me', 'UPPER', '-x', 'x-', 'a/b', 'a.b', 'é', 'x'.repeat(41)])
    it(`realm create refuses the subdomain '${subdomain}', and writes nothing`, async () => {
      const before = await server.application.log.tail();
      expect(await verbatim('realm create', { subdomain, name: 'Acme', ...owner })).to.deep.equal({
        ok: false,
        why: '--subdomain: a subdomain has letters a–z, digits and dashes within, at most 40',
        misused: true,
      });
      // Of organizations; sealing continues in the meantime.
      const written = server.application.log.readAll(before, ['server-', 'realm-', 'directory-', 'person-']);
      expect(await collect(written)).to.deep.equal([]);
    });

  it('realm create names the option whose value the command refuses', async () => {
    const why = async (values: Readonly<Record<string, string>>) => {
      const reply = await verbatim('realm create', { subdomain: 'acme', ...owner, ...values });
      return reply.ok ? 'done' : reply.why;
    };
    expect(await why({ 'email-domain': 'no domain' })).to.equal('--email-domain: not the name of a domain');
    for (const name of [' ', 'a\u001b[2J', 'a\u202eb']) expect(await why({ name })).to.match(/^--name: /);
    expect(await why({ description: 'x'.repeat(1001) })).to.match(/^--description: /);
  });

  it('does not report a subdomain or an address that is already in use as misuse', async () => {
    const taken = await verbatim('realm create', { subdomain: 'dev', ...owner });
    expect(taken).to.deep.equal({ ok: false, why: "--subdomain: The subdomain 'dev' is already in use" });
    const { email } = succeeded(await server.as('member').get('/users/me'));
    const again = await verbatim('user create', { realm: 'dev', email: String(email), name: 'Ann Owner' });
    expect(again).to.deep.equal({ ok: false, why: `--email: Email '${email}' already in use` });
  });

  it('refuses input that does not fit the schema, whoever gives it', async () => {
    const { services } = server.application;
    const wanted = { subdomain: 'UPPER', name: 'X', emailDomain: 'x.example' };
    const error = await services.runOnServer(createRealm, wanted).catch((thrown: Error) => thrown);
    expect(error).to.have.property('name', 'InvalidInput');
    expect(services.state.bySubdomain.has('UPPER')).to.equal(false);
  });

  it('describes a failure of a store in words, and shows where a bug is', async () => {
    const replyOf = (error: Error) => {
      const failing = { ...scrub, perform: () => Promise.reject(error) };
      return perform(failing, {}, server.application, () => undefined);
    };
    for (const error of [new EventLogUnavailable('no scavenge was begun'), new ReadStoreUnavailable('away')])
      expect(await replyOf(error)).to.deep.equal({ ok: false, why: error.message });
    expect((await replyOf(new Error('fault'))) as object)
      .to.have.property('why')
      .that.matches(/^Error: fault\n {4}at /);
  });

  it('create, list, rename, deactivate', async () => {
    const made = await lines('realm create', {
      subdomain: 'acme',
      name: 'Acme',
      'email-domain': 'acme.example',
      ...owner,
    });
    const field = (name: string) => made.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    const id = field('realm_id');
    const listed = async () => (await lines('realm list')).find((line) => line.includes('subdomain=acme'));
    expect(await listed()).to.equal(
      `realm_id=${id} subdomain=acme name="Acme" people=1 messages=0 uploaded_mib=0 state=active`,
    );

    const account = { email: field('email'), api_key: field('api_key') };
    const ann = hostClient(() => server.base, 'acme.chat.example', account);
    const nobody = hostClient(() => server.base, 'acme.chat.example');
    const queue = await follow(ann, { event_types: ['realm'] });
    expect(await lines('realm rename', { realm: 'acme', name: ' Acme Inc ' })).to.deep.equal([
      `realm_id=${id}`,
      'name=Acme Inc',
    ]);
    expect((await queue.news()).map(({ property, value }) => [property, value])).to.deep.equal([['name', 'Acme Inc']]);
    expect(succeeded(await nobody.get('/server_settings')).realm_name).to.equal('Acme Inc');
    expect(await listed()).to.equal(
      `realm_id=${id} subdomain=acme name="Acme Inc" people=1 messages=0 uploaded_mib=0 state=active`,
    );

    const { queue_id, last_event_id } = succeeded(await ann.post('/register', {}));
    const waiting = ann.get('/events', { queue_id, last_event_id });
    expect(await lines('realm deactivate', { realm: 'acme' })).to.deep.equal([`realm_id=${id}`, 'state=deactivated']);
    const closed = { result: 'error', msg: 'This organization has been deactivated' };
    // The poll may come before or after the deactivation.
    expect(['BAD_EVENT_QUEUE_ID', undefined]).to.include((await waiting).body.code as unknown as string);
    for (const answer of [
      await ann.get('/users/me'),
      await ann.get('/events', { queue_id, last_event_id, dont_block: true }),
      await ann.post('/messages', { type: 'stream', to: 'general', topic: 'x', content: 'x' }),
    ])
      expect([answer.status, answer.body]).to.deep.equal([401, closed]);
    const signIn = await nobody.post('/dev_fetch_api_key', { username: account.email });
    expect([signIn.status, signIn.body]).to.deep.equal([
      403,
      { result: 'error', msg: 'This organization has been deactivated.', reason: 'realm deactivated' },
    ]);
    expect(await listed()).to.equal(
      `realm_id=${id} subdomain=acme name="Acme Inc" people=1 messages=0 uploaded_mib=0 state=deactivated`,
    );
    expect((await lines('realm deactivate', { realm: 'acme' })).length).to.equal(2);
    succeeded(await server.as('member').get('/users/me'));
    expect(server.application.services.state.realms.get(Number(id) as never)?.queues.size).to.equal(0);

    await server.restart();
    expect((await ann.get('/users/me')).body).to.deep.equal(closed);
    expect(list(succeeded(await server.as('owner').get('/users')).members)).to.not.deep.equal([]);

    expect(await lines('realm reactivate', { realm: 'acme' })).to.deep.equal([`realm_id=${id}`, 'state=active']);
    expect(await lines('realm reactivate', { realm: 'acme' })).to.deep.equal([`realm_id=${id}`, 'state=active']);
    expect(succeeded(await ann.get('/users/me')).email).to.equal(account.email);
    succeeded(await ann.post('/register', {}));
    expect((await ann.get('/events', { queue_id, last_event_id, dont_block: true })).body.code).to.equal(
      'BAD_EVENT_QUEUE_ID',
    );
    expect(await listed()).to.equal(
      `realm_id=${id} subdomain=acme name="Acme Inc" people=1 messages=0 uploaded_mib=0 state=active`,
    );
  });

  it('rename and deactivate name the organizations that there are', async () => {
    for (const name of ['realm rename', 'realm deactivate', 'realm reactivate']) {
      const reply = await verbatim(name, { realm: 'nowhere', name: 'X' });
      expect(reply.ok ? '' : reply.why).to.match(/^--realm: there is no organization nowhere \(known: dev/);
    }
    expect(await verbatim('realm rename', { realm: 'dev', name: ' ' })).to.have.property('ok', false);
  });
});
