/** Lists that end: messages on a screen that shows more than one page of them, and private conversations. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('a list that ends', (browser) => {
  const member = asMember(browser, {
    past: async () => {
      const high = Array.from({ length: 130 }, (_, at) => `word ${at}.`);
      for (const content of high) await post('high', content, 'admin');
      // A few more than are loaded at once.
      for (let at = 0; at < 55; at += 1) await post('flood', `${at}\n`.repeat(30), 'admin');
      succeeded(await member.own.server.as('member').post('/mark_all_as_read'));
    },
  });
  const { own, post, open, shown, hold } = member;

  it('of messages is shown as far as the screen reaches', async () => {
    const { page } = own.max;
    await page.setViewportSize({ width: 1280, height: 4000 });
    await open('high', 'word 0.');
    await shown('word 129.').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('of messages continues with others when all loaded ones are deleted at once', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#all`);
    await shown('54').first().waitFor();
    const flood = { stream_id: 1, topic_name: 'flood' };
    succeeded(await own.server.as('admin').post('/streams/1/delete_topic', flood));
    await shown('word 129.').waitFor();
  });

  const write = async (to: readonly string[], content: string): Promise<number> => {
    const answer = await own.server.as('member').post('/messages', { type: 'private', to, content });
    return Number(succeeded(answer).id);
  };
  const remove = async (id: number) => succeeded(await own.server.as('admin').delete(`/messages/${id}`));
  const listed = () =>
    own.max.page
      .locator('.conversations a')
      .filter({ hasText: /Ada Admin|Olive Owner/ })
      .locator('.words')
      .allTextContents();
  const row = (name: string) => own.max.page.locator('.conversations a').filter({ hasText: name });

  it('of conversations has each at the position of its newest message, and none without messages', async () => {
    // Among all messages, one that is shown is marked as read, which is refused if it is deleted first.
    await open('high', 'word 129.');
    const first = await write(['admin@dev.example'], 'early');
    await write(['owner@dev.example'], 'later');
    const newest = await write(['admin@dev.example'], 'newest');
    await row('Olive Owner').waitFor();
    expect(await listed()).to.deep.equal(['Ada Admin', 'Olive Owner']);
    await remove(newest);
    await own.max.page.locator('.conversations li:first-child', { hasText: 'Olive Owner' }).waitFor();
    expect(await listed()).to.deep.equal(['Olive Owner', 'Ada Admin']);
    await remove(first);
    await row('Ada Admin').waitFor({ state: 'detached' });
  });

  it('of conversations keeps one to which somebody writes in the meantime', async () => {
    const gone = await write(['admin@dev.example'], 'gone');
    await row('Ada Admin').waitFor();
    const { release, answered } = await hold('**/api/v1/messages?*pm-with*', 1);
    await remove(gone);
    await answered;
    await write(['admin@dev.example'], 'still here');
    await row('Ada Admin').click();
    await shown('still here').waitFor();
    const late = own.max.page.waitForResponse(/messages\?.*pm-with/);
    release();
    await (await late).finished();
    expect(await listed()).to.include('Ada Admin');
  });
});
