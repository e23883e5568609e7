/** How the service is, on the page of an owner. */
import { expect } from 'chai';
import { count, each, share } from '../../web/src/operations/figures.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, expectAccessible, visit } from './browser.ts';
import { startServed } from './served.ts';

describe('figures of operations', () => {
  it('are messages per minute between two samples', () => {
    const at = (second: number): string => new Date(1000 * second).toISOString();
    const samples = [
      { at: at(0), last_message_id: 10 },
      { at: at(30), last_message_id: 15 },
      { at: at(45), last_message_id: null },
      { at: at(60), last_message_id: 16 },
    ];
    expect(each(samples)).to.deep.equal([null, 10, null, null]);
    expect(share(0.25)).to.match(/^25/);
    expect(count(7)).to.equal('7');
  });
});

describeInBrowser('operations', (browser) => {
  let server: TestServer;
  before(async () => {
    server = await startServed();
  });
  after(() => server?.stop());

  it('are shown to owners, in words and as plots', async () => {
    await server.as('member').post('/register', { event_types: ['message'] });
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'x' });
    const { page, complaints, context } = await visit(browser(), server.base);
    await enter({ page, complaints, context }, 'owner@dev.example');
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.getByText('at the end of the log').waitFor();
    // The plots are drawn after the words.
    await page.locator('.plot canvas').nth(5).waitFor();
    expect(await page.locator('.plot canvas').count()).to.equal(6);
    await page.getByRole('cell', { name: 'Max Member' }).first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await page.locator('.plot canvas').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    await expectAccessible(page);
    expect(complaints).to.deep.equal([]);
    await context.close();
  });
});
