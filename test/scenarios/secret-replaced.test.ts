/** The server's secret is replaced while it runs: keys of both work for a time, then those of the former one do not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createUser } from '../../commands/user/create-user.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { FormerSecretMissing, WrongSecret } from '../../src/cli/recorded-secret.ts';
import { secretFinish } from '../../src/cli/secret-finish.ts';
import { secretReplace } from '../../src/cli/secret-replace.ts';
import type { Task } from '../../src/cli/subcommand.ts';
import { fingerprintOf } from '../../src/engine/secrets.ts';
import { openApplication } from '../../src/main.ts';
import { member } from '../../src/vocabulary/roles.ts';
import { type Client, list } from '../support/client.ts';
import { runningServer, withQuickHash } from '../support/server.ts';

const first = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const second = 'Zt5bR1y7Mk4UpXd2Qw8Hn3Ce0Fj6Vg9L';
const password = 'correct horse';

describe('a secret that is replaced', () => {
  let given: string[] = [first, second];
  const server = runningServer(
    {},
    { open: async (config, _secret, ...rest) => withQuickHash(await openApplication(config, given, ...rest)) },
  );
  const former = server.as('member');
  let present: Client;

  const command = async (task: Task): Promise<string> => {
    const reply = await perform(task, {}, server.application, () => undefined);
    return reply.ok ? reply.lines.join('\n') : reply.why;
  };
  const statusOf = async (client: Client): Promise<number> => (await client.get('/users/me')).status;
  /** Of an incoming webhook, whose key is in the address. */
  const hookStatus = async (): Promise<number> => {
    const key = server.as('webhook_bot').account.api_key;
    const path = `/api/v1/external/helloworld?api_key=${key}`;
    return (await fetch(`${server.base}${path}`, { method: 'POST', body: '{"featured_title":"a","featured_url":"b"}' }))
      .status;
  };
  const fetchKey = async (): Promise<string> => {
    const fetched = await former.post('/dev_fetch_api_key', { username: former.account.email });
    return String(fetched.body.api_key);
  };
  const signIn = async (): Promise<number> =>
    (await former.post('/fetch_api_key', { username: former.account.email, password })).status;
  /** Starts the stopped server with these secrets; what it throws, if it does. */
  const startWith = (secrets: string[]): Promise<unknown> => {
    given = secrets;
    return server.start().then(
      () => 'started',
      (error: unknown) => error,
    );
  };

  it('is the former one until then: the next one is only available', async () => {
    expect((await former.patch('/settings', { new_password: password })).status).to.equal(200);
    expect(await statusOf(former)).to.equal(200);
    expect(await fetchKey()).to.equal(former.account.api_key);
    expect(await command(secretFinish)).to.match(/not being replaced/);
  });

  it('gives new keys, and still accepts those of the former one', async () => {
    const people = server.application.services.state.realms.values().next().value?.people.byId.size;
    expect(await command(secretReplace)).to.equal(
      `secret=${fingerprintOf(second)}\nformer_secret=${fingerprintOf(first)}\naddresses=${people}\npasswords=1`,
    );
    expect(await signIn()).to.equal(200);
    present = server.with({ email: former.account.email, api_key: await fetchKey() });
    expect(present.account.api_key).not.to.equal(former.account.api_key);
    for (const client of [former, present, former]) expect(await statusOf(client)).to.equal(200);
    expect([await hookStatus(), await hookStatus()]).to.deep.equal([200, 200]);
    expect(await statusOf(server.with({ ...former.account, api_key: `${'A'.repeat(31)}B` }))).to.equal(401);
  });

  it('knows the same people by their addresses', async () => {
    const { services } = server.application;
    const realmId = services.state.bySubdomain.get('dev');
    if (realmId === undefined) return expect.fail('no organization');
    const by = { realmId, userId: null, client: 'test', requestId: 'test' };
    const taken = { email: former.account.email.toUpperCase(), fullName: 'Another', role: member } as const;
    const refused = await services.run(createUser, taken, by).catch((error: unknown) => error);
    expect(refused).to.have.nested.property('refusal.code', 'email-taken');
    const sent = await present.post('/messages', { type: 'private', to: [former.account.email], content: 'me' });
    expect(sent.status).to.equal(200);
  });

  it('continues after an interruption, when it is run again', async () => {
    expect(await command(secretReplace)).to.match(/addresses=0\npasswords=0$/);
  });

  it('shows the new token of an outgoing webhook, and sends the former one', () => {
    const { secrets, state } = server.application.services;
    const [realmId] = state.realms.keys();
    if (realmId === undefined) return expect.fail('no organization');
    expect(secrets.sentBotToken(realmId, 9 as never, 1)).not.to.equal(secrets.botToken(realmId, 9 as never, 1));
  });

  it('needs both at a start, and says which one is missing', async () => {
    await server.stop();
    expect(await startWith([first])).to.be.instanceOf(WrongSecret);
    expect(await startWith([second])).to.be.instanceOf(FormerSecretMissing);
    expect(await startWith([second, first])).to.equal('started');
    for (const client of [former, present]) expect(await statusOf(client)).to.equal(200);
    expect(await hookStatus()).to.equal(200);
  });

  it('ends the former one: its keys are refused at once, even those that were valid before', async () => {
    const bots = await former.get('/bots');
    expect(list(bots.body.bots)).not.to.deep.equal([]);
    expect(await command(secretFinish)).to.match(
      new RegExp(`secret=${fingerprintOf(second)}\\nended_secret=${fingerprintOf(first)}\\ntodo=set VERBATIM_SECRET`),
    );
    expect(await statusOf(former)).to.equal(401);
    expect(await hookStatus()).to.equal(401);
    expect(await statusOf(present)).to.equal(200);
    expect(await fetchKey()).to.equal(present.account.api_key);
    expect(await signIn()).to.equal(200);
  });

  it('requires only the new one from then on, and refuses one that was used before', async () => {
    expect(await command(secretReplace)).to.match(/there is no new secret|was used before/);
    await server.stop();
    expect(await startWith([second])).to.equal('started');
    expect(await statusOf(present)).to.equal(200);
    expect(await statusOf(former)).to.equal(401);
  });

  it('leaves no secret in the log', () => {
    const bytes = readFileSync(join(server.data, 'log', 'log-1.mdb'), 'latin1');
    expect(bytes).to.include(fingerprintOf(second));
    expect(bytes).not.to.include(second);
  });
});
