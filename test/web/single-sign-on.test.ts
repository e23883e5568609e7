/** Signing in on the web page by an OpenID Connect provider. */
import { expect } from 'chai';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('single sign-on on the web page', (browser) => {
  let provider: IdentityProvider;
  let server: TestServer;
  before(async () => {
    provider = await startIdentityProvider();
    server = await startServed({ VERBATIM_OPENID_CONNECT: provider.address });
    provider.returnsTo(`${server.base}/`);
  });
  after(async () => {
    await server?.stop();
    await provider?.stop();
  });

  it('goes to the provider and comes back signed in, or says why not', async () => {
    const context = await browser().newContext();
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    provider.person = { email: 'nobody@x.example', email_verified: true };
    await page.goto(`${server.base}/`);
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.getByText('This user is not registered.').waitFor();
    expect(page.url()).to.equal(`${server.base}/`);
    provider.person = { email: server.as('member').account.email, email_verified: true };
    await page.goto(`${server.base}/#sso`);
    await page.reload();
    await page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    expect(await page.evaluate('location.search')).to.equal('');
    await context.close();
  });
});
