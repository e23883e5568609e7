/** Signing in by an OpenID Connect provider (docs/api.md, Single sign-on). */
import { expect } from 'chai';
import { list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('single sign-on', () => {
  let provider: IdentityProvider;
  let server: TestServer;
  before(async () => {
    provider = await startIdentityProvider();
    server = await startServer({ VERBATIM_OPENID_CONNECT: provider.address });
    provider.returnsTo(`${server.base}/`);
  });
  after(async () => {
    await server.stop();
    await provider.stop();
  });

  const anyone = () => server.with({ email: '', api_key: '' });
  const signIn = async (email: string) => {
    provider.person = { email, email_verified: true };
    const { url, ticket } = succeeded(await anyone().post('/sso/begin'));
    return anyone().post('/sso/finish', { ticket, ...(await provider.visit(String(url))) });
  };

  it('answers with the key of a person who has an account, and records the sign-in', async () => {
    const { account } = server.as('member');
    expect(succeeded(await signIn(account.email.toUpperCase()))).to.include({
      api_key: account.api_key,
      email: account.email,
    });
    const owner = server.as('owner');
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason: 'a test' }));
    const found = succeeded(await owner.get('/audit/events', { action: 'sign_in.succeeded', reason: 'a test' }));
    const newest = list(found.records)[0];
    expect(newest).to.include({ action: 'sign_in.succeeded' });
    expect(JSON.stringify(newest)).to.include('"provider"').and.include(`"id":${account.user_id}`);
  });

  it('admits nobody without an account, nobody who was deactivated, and no bot', async () => {
    const unknown = { msg: 'This user is not registered.', reason: 'unregistered' };
    refused(await signIn('nobody@x.example'), unknown, 403);
    refused(await signIn(server.as('bot').account.email), unknown, 403);
    const { account } = server.as('spare');
    succeeded(await server.as('owner').delete(`/users/${account.user_id}`));
    refused(await signIn(account.email), { msg: 'Your account has been disabled.', reason: 'user disable' }, 403);
  });

  it('admits nobody whose address only looks like that of somebody else', async () => {
    const email = 'kim@x.example';
    succeeded(await server.as('owner').post('/users', { email, password: 'a long password', full_name: 'Kim' }));
    expect(succeeded(await signIn('KIM@x.example'))).to.include({ email });
    const kelvin = '\u212a';
    refused(
      await signIn(`${kelvin}im@x.example`),
      { msg: 'This user is not registered.', reason: 'unregistered' },
      403,
    );
  });

  it('is not completed with an answer that did not come from the provider', async () => {
    const { ticket } = succeeded(await anyone().post('/sso/begin'));
    const answer = await anyone().post('/sso/finish', { ticket, code: 'x', state: 'x' });
    refused(answer, { msg: 'The sign-in was not completed. Please try again.' }, 403);
  });

  it('is answered with 503 if the provider is out of reach, and the reason is logged', async () => {
    const logged: object[] = [];
    const silent = { debug: () => {}, info: () => {}, warn: () => {} };
    const logger = { ...silent, error: (facts: object) => logged.push(facts) };
    const away = await startIdentityProvider();
    const own = await startServer({ VERBATIM_OPENID_CONNECT: away.address }, { logger });
    try {
      const answer = await own.with({ email: '', api_key: '' }).post('/sso/begin');
      refused(answer, { code: 'SERVICE_UNAVAILABLE', msg: 'The provider of single sign-on cannot be reached' }, 503);
      expect(logged).to.have.nested.property('[0].err.cause.code', 'OAUTH_RESPONSE_IS_NOT_CONFORM');
    } finally {
      await own.stop();
      await away.stop();
    }
  });

  it("is part of the server's settings, and refused if it is not configured", async () => {
    const [method] = list(succeeded(await anyone().get('/server_settings')).external_authentication_methods);
    expect(method).to.include({ name: 'openid_connect', login_url: '/#sso' });
    const other = await startServer();
    try {
      const asked = await other.with({ email: '', api_key: '' }).post('/sso/begin');
      refused(asked, { msg: 'Single sign-on is not set up on this server.' });
    } finally {
      await other.stop();
    }
  });
});
