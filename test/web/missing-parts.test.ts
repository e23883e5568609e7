/** Parts of the page that cannot be loaded when they are needed. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

const missing = 'A part of the page cannot be loaded.';

/** Resolves when every stylesheet is there. */
const styled = (page: Page) =>
  page.waitForFunction('[...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet !== null)');

describeInBrowser('a part of the page that cannot be loaded', (browser) => {
  let server: TestServer;
  let max: Visitor;
  before(async () => {
    server = await startServed();
    max = await visit(browser(), server.base);
    await enter(max, 'member@dev.example');
    await max.page.route('**/assets/*', (route) => route.abort());
  });
  after(() => server?.stop());
  afterEach(async () => {
    // The browser logs the requests.
    expect(max?.complaints.splice(0)).not.to.deep.equal([]);
  });
  const { post, open } = actsOf(
    () => server,
    () => max.page,
  );

  it('is loaded as soon as the page is connected again', async () => {
    const { page } = max;
    await post('parts', 'as $$x$$');
    await open('parts', 'as');
    await page.getByText(missing).waitFor();
    await page.unrouteAll();
    await page.route('**/api/v1/events?*', (route) => route.abort(), { times: 1 });
    await post('parts', 'an event');
    await page.getByText(missing).waitFor({ state: 'detached' });
    await styled(page);
    expect(await page.evaluate('getComputedStyle(document.querySelector(".katex-mathml")).position')).to.equal(
      'absolute',
    );
  });

  it('is loaded when the visitor asks for it', async () => {
    const { page } = max;
    await page.route('**/assets/*', (route) => route.abort());
    await page.goto(`${server.base}/#ledger`);
    await page.getByText(missing).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await page.getByText(missing).waitFor({ state: 'detached' });
    await styled(page);
  });
});
