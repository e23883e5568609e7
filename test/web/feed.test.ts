/** What is on the screen while messages are read, written and starred, also before everything has arrived. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, say, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the messages on the screen', (browser) => {
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
  const { post, open, shown, hold, fill } = actsOf(
    () => server,
    () => max.page,
  );

  it('are named in the search as soon as the names of streams are known', async () => {
    const { page } = max;
    await open('names');
    const { release } = await hold('**/api/v1/register');
    await page.reload();
    await page.locator('.loading').waitFor({ state: 'attached' });
    release();
    await page.getByRole('link', { name: /general/ }).waitFor();
    expect(await page.locator('#search').inputValue()).to.equal('stream:general topic:names ');
    await page.unroute('**/api/v1/register');
  });

  it('are shown as they are written, before the others have arrived', async () => {
    const { page } = max;
    const { release } = await hold('**/api/v1/messages?*');
    await page.goto(`${server.base}/#narrow/stream/1-general/topic/early`);
    await say(page, 'an early word', '#general › early');
    await page.locator('.message', { hasText: 'an early word' }).waitFor();
    release();
    await page.unroute('**/api/v1/messages?*');
    await shown('an early word').waitFor();
  });

  it('go to the end when their reader writes', async () => {
    const { page } = max;
    await open('long');
    await fill('long', 6, 'the newest');
    const box = page.locator('.feed-scroll');
    const isInView = () => page.getByRole('button', { name: /^Newest/ }).waitFor({ state: 'detached' });
    await isInView();
    await box.evaluate((one) => {
      (one as unknown as { scrollTop: number }).scrollTop = 0;
    });
    await page.getByRole('button', { name: /^Newest/ }).waitFor();
    await say(page, 'an answer');
    await shown('an answer').waitFor();
    await isInView();
  });

  it('come and go with the star that another tab gives them', async () => {
    const { page } = max;
    const id = await post('stars', 'a shining word');
    await page.goto(`${server.base}/#narrow/is/starred`);
    await page.getByText('There are no messages here.').waitFor();
    const star = (op: string) => server.as('member').post('/messages/flags', { messages: [id], op, flag: 'starred' });
    succeeded(await star('add'));
    await shown('a shining word').waitFor();
    succeeded(await star('remove'));
    await shown('a shining word').waitFor({ state: 'detached' });
  });
});
