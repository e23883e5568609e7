/** Streams that are muted or left: nobody is told of what is new in them. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, say } from './browser.ts';

describeInBrowser('a stream on the web page', (browser) => {
  const { own, titled } = asMember(browser);
  before(async () => {
    for (const name of ['member', 'admin'] as const)
      succeeded(await own.server.as(name).post('/users/me/subscriptions', { subscriptions: [{ name: 'noise' }] }));
  });
  const post = async (to: string, content: string) =>
    succeeded(await own.server.as('admin').post('/messages', { type: 'stream', to, topic: 'new', content }));
  const all = 'All messages – Verbatim Dev';

  it('counts and is among all messages until it is muted, wherever that is done', async () => {
    const { page } = own.max;
    const { stream_id: id } = succeeded(await own.server.as('member').get('/get_stream_id', { stream: 'noise' }));
    await post('noise', 'before');
    await page.locator('.message', { hasText: 'before' }).waitFor();
    await titled(`(1) ${all}`);
    const muted = [{ stream_id: id, property: 'is_muted', value: true }];
    succeeded(await own.server.as('member').post('/users/me/subscriptions/properties', { subscription_data: muted }));
    await titled(all);
    await post('noise', 'noise');
    await post('general', 'music');
    await page.locator('.message', { hasText: 'music' }).waitFor();
    expect(await page.locator('.message', { hasText: 'noise' }).count()).to.equal(0);
    await page.reload();
    await page.locator('.message', { hasText: 'music' }).waitFor();
    expect(await page.locator('.message', { hasText: /noise|before/ }).count()).to.equal(0);
  });

  it('shows what its reader writes there from among all messages', async () => {
    const { page } = own.max;
    await page.getByRole('combobox', { name: 'Stream or person' }).selectOption('#noise');
    await page.getByLabel('Topic', { exact: true }).fill('mine');
    await say(page, 'into the noise', '#noise');
    await page.waitForURL(/topic\/mine$/);
    await page.locator('.message:not(.is-pending)', { hasText: 'into the noise' }).waitFor();
  });

  it('no longer counts when it is left, nor when it is joined again', async () => {
    const { page } = own.max;
    await page.getByRole('link', { name: 'Starred' }).click();
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await titled('is:starred – Verbatim Dev');
    await post('general', 'unread');
    await titled('(1) is:starred – Verbatim Dev');
    succeeded(await own.server.as('member').delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    await titled('is:starred – Verbatim Dev');
    await page.keyboard.press('n');
    await page.getByText('Everything is read.').waitFor();
    const again = { subscriptions: [{ name: 'general' }] };
    succeeded(await own.server.as('member').post('/users/me/subscriptions', again));
    await page.getByRole('link', { name: '# general', exact: true }).waitFor();
    await titled('is:starred – Verbatim Dev');
  });
});
