/** What people lose on the web page when something goes wrong: nothing. */
import { join } from 'node:path';
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import type { TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeInBrowser, enter, expectAccessible, say, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the web page in trouble', (browser) => {
  let server: TestServer;
  let max: Visitor;
  before(async () => {
    server = await startServed();
    max = await visit(browser(), server.base);
    await enter(max, 'member@dev.example');
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(max?.complaints.splice(0)).to.deep.equal([]);
  });

  it('goes on after the server was killed, and says each thing once', async () => {
    const data = join(temporaryFolder(), 'data');
    const first = await startChild(data);
    const port = new URL(first.base).port;
    const sam = await visit(browser(), first.base);
    await enter(sam, 'spare@dev.example');
    await sam.page.goto(`${first.base}/#narrow/stream/1-general/topic/fire`);
    await say(sam.page, 'before');
    await sam.page.locator('.message:not(.is-pending)', { hasText: 'before' }).waitFor();
    await first.kill();
    await sam.page.getByText('Not connected.').waitFor();
    await say(sam.page, 'meanwhile');
    await sam.page.locator('.message.is-pending', { hasText: 'meanwhile' }).waitFor();
    await expectAccessible(sam.page);
    const again = await startChild(data, { VERBATIM_PORT: port });
    try {
      await again.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'fire', content: 'from Max' });
      await sam.page
        .getByRole('button', { name: 'Try now' })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      await sam.page.locator('.message:not(.is-pending)', { hasText: 'meanwhile' }).waitFor();
      await sam.page.locator('.message', { hasText: 'from Max' }).waitFor();
      await sam.page.getByText('Not connected.').waitFor({ state: 'detached' });
      expect(await sam.page.locator('.message', { hasText: 'meanwhile' }).count()).to.equal(1);
      expect(await sam.page.locator('.message.is-pending').count()).to.equal(0);
    } finally {
      await again.kill();
      await sam.context.close();
      await max.page.bringToFront();
    }
  });

  it('sends what waits as soon as it is connected again', async () => {
    const { page, complaints } = max;
    await page.goto(`${server.base}/#narrow/stream/1-general/topic/fire`);
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.route(
      '**/api/v1/messages',
      (route) => {
        const body = JSON.stringify({ result: 'error', msg: 'Not now', code: 'UNAVAILABLE' });
        return route.fulfill({ status: 503, headers: { 'retry-after': '50' }, body });
      },
      { times: 1 },
    );
    await page.route('**/api/v1/events?*', (route) => route.abort(), { times: 1 });
    await say(page, 'patiently');
    await refused;
    // Answers the poll that is waiting. The next one fails.
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'fire', content: 'an event' });
    await page.locator('.message:not(.is-pending)', { hasText: 'patiently' }).waitFor();
    // The browser's own lines about the two failures.
    expect(complaints.splice(0)).to.have.length(2);
  });
});
