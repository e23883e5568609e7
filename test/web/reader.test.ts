/**
 * The reader of a long topic keeps their place when the event queue has ended, as after a night on a sleeping computer, and after a refusal.
 */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('the reader of a long topic', (browser) => {
  let id: number;
  const lines = (when: string, count: number) => Array.from({ length: count }, (_, at) => `in the ${when} ${at}`);
  const { own, postAll, shown } = asMember(browser, {
    past: async () => {
      id = await postAll('night', lines('evening', 40), 'admin');
    },
  });

  it('continues at the same place after the event queue ended', async () => {
    const { page, context, complaints } = own.max;
    const poll = page.waitForRequest((request) => request.url().includes('queue_id='));
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/night/near/${id}`);
    await shown('in the evening 0').waitFor();
    const queue = new URL((await poll).url()).searchParams.get('queue_id');
    await context.setOffline(true);
    // At once, although the poll still waits for its answer.
    await page.getByText('Not connected.').waitFor();
    succeeded(await own.server.as('member').delete('/events', { queue_id: String(queue) }));
    // With those of the evening, more than are loaded at once.
    await postAll('night', lines('night', 80), 'admin');
    await context.setOffline(false);
    await page.getByText('Not connected.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^night ?\d+ unread/ }).waitFor();
    const first = page.locator('.message').filter({ hasText: 'in the evening 0' });
    expect((await first.boundingBox())?.y).to.be.within(54, 300);
    await page.getByText('in the night 0', { exact: true }).waitFor({ state: 'attached' });
    expect(complaints.splice(0)).not.to.deep.equal([]);
  });

  it('still sees why nothing is shown after the event queue ended', async () => {
    const { page, complaints } = own.max;
    const poll = page.waitForRequest((request) => request.url().includes('queue_id='));
    const refused = () =>
      page.waitForResponse((response) => response.url().includes('/messages?') && response.status() === 400);
    const trouble = page.locator('.notice[role=alert]');
    const first = refused();
    await page.goto(`${own.server.base}/#narrow/stream/99-none/topic/night`);
    await first;
    await trouble.waitFor();
    const again = refused();
    await postAll('day', ['in the day']);
    const queue = new URL((await poll).url()).searchParams.get('queue_id');
    succeeded(await own.server.as('member').delete('/events', { queue_id: String(queue) }));
    await again;
    await trouble.waitFor();
    complaints.splice(0);
  });

  it('finds the same messages again after more of them were refused', async () => {
    const { page, complaints } = own.max;
    const refusal = { status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'not now' } };
    await page.route(/\/messages\?.*num_before=0/, (route) => route.fulfill(refusal), { times: 1 });
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/night/near/${id}`);
    await page.locator('.message, .notice').first().waitFor();
    await page.locator('.feed-scroll').evaluate((box) => {
      (box as unknown as { scrollTop: number }).scrollTop = 1e6;
    });
    await page.getByText('not now').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.message').first().waitFor();
    await page.locator('.feed-scroll').evaluate((box) => {
      (box as unknown as { scrollTop: number }).scrollTop = 0;
    });
    await shown('in the evening 0').waitFor();
    complaints.splice(0);
  });
});
