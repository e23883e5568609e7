/** A conversation with more messages than the web page keeps in memory. */
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { succeeded } from '../support/expect-answer.ts';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

const count = 505;

describeInBrowser('a long conversation on the web page', (browser) => {
  let server: TestServer;
  let max: Visitor;
  before(async () => {
    server = await startServed({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
    await postAll('long', ['the first', ...Array.from({ length: count - 2 }, (_, at) => `between ${at}`)]);
    await post('long', 'the last');
    succeeded(await server.as('member').post('/mark_all_as_read'));
    max = await visit(browser(), server.base);
    await enter(max, 'member@dev.example');
  });
  after(() => server?.stop());
  const { post, postAll, shown, open } = actsOf(
    () => server,
    () => max.page,
  );

  /** Each time, the messages before those that are loaded are loaded. */
  const scrollToTop = async (): Promise<void> => {
    while ((await shown('the first').count()) === 0)
      await max.page.evaluate('document.querySelector(".feed-scroll").scrollTop = 0');
  };
  /** Rows say how long the list is, once it is loaded up to its beginning. */
  const sized = (): Locator => max.page.locator('.message[aria-setsize]').first();

  it('is shown up to its beginning, and forgotten at its end except for the newest messages', async () => {
    await open('long', 'the last');
    await scrollToTop();
    expect(await sized().getAttribute('aria-setsize')).to.equal(String(count));
    await max.page.getByRole('button', { name: 'Newest' }).click();
    await sized().waitFor({ state: 'detached' });
    await shown('the last').waitFor();
    // What was forgotten is loaded again.
    await scrollToTop();
    expect(max.complaints).to.deep.equal([]);
  });
});
