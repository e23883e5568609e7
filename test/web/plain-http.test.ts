/** The page loaded without TLS: the browser gives it no access to cryptography and the clipboard. */
import { expect } from 'chai';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, elsewhere, enter, say, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the page without TLS', (browser) => {
  let server: TestServer;
  let max: Visitor;
  before(async () => {
    server = await startServed();
    max = await visit(browser(), server.base.replace('127.0.0.1', elsewhere));
    await enter(max, 'member@dev.example');
    // The browser logs that it ignores a header there.
    expect(max.complaints.splice(0))
      .to.have.length(1)
      .and.match(/Cross-Origin-Opener-Policy/);
    expect(await max.page.evaluate('isSecureContext')).to.equal(false);
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(max?.complaints.splice(0)).to.deep.equal([]);
  });
  const { post, shown } = actsOf(
    () => server,
    () => max.page,
  );

  it('sends messages', async () => {
    const { page } = max;
    await post('plain', 'first');
    await page.goto(`${new URL(page.url()).origin}/#narrow/stream/1-general/topic/plain`);
    await shown('first').waitFor();
    await say(page, 'second', '#general › plain');
    await shown('second').waitFor();
  });

  it('says that it cannot copy a link', async () => {
    const { page } = max;
    await shown('second').hover();
    await shown('second').getByRole('button', { name: 'Copy a link to this message' }).click();
    await page.getByText('The browser does not let this page copy.').waitFor();
  });

  it('says that it cannot show notifications', async () => {
    const { page } = max;
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByText('The browser shows no notifications of this page. It may need HTTPS').waitFor();
    await page.keyboard.press('Escape');
  });

  it('says why it cannot check the ledger', async () => {
    const { page } = max;
    const { log, sealed } = server.application;
    await sealed(1 as RealmId, await log.tail());
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByText(/checks proofs only on a page that was loaded over HTTPS/).waitFor();
  });
});
