/**
 * The reader of a long topic keeps their place when the event queue has ended, as after a night on a sleeping computer.
 */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('the reader of a long topic', (browser) => {
  const { own, post, shown } = asMember(browser);

  it('goes on where they were before the event queue ended', async () => {
    const { page, context, complaints } = own.max;
    let queue: string | undefined;
    page.on('request', (request) => {
      queue = new URL(request.url()).searchParams.get('queue_id') ?? queue;
    });
    const id = await post('night', 'in the evening 0', 'admin');
    for (let count = 1; count < 40; count += 1) await post('night', `in the evening ${count}`, 'admin');
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/night/near/${id}`);
    await shown('in the evening 0').waitFor();
    await context.setOffline(true);
    // At once, although the poll still waits for its answer.
    await page.getByText('Not connected.').waitFor();
    succeeded(await own.server.as('member').delete('/events', { queue_id: String(queue) }));
    for (let count = 0; count < 200; count += 1) await post('night', `in the night ${count}`, 'admin');
    await context.setOffline(false);
    await page.getByText('Not connected.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^night ?2\d\d unread/ }).waitFor();
    const first = page.locator('.message').filter({ hasText: 'in the evening 0' });
    expect((await first.boundingBox())?.y).to.be.within(54, 300);
    await page.getByText('in the night 0', { exact: true }).waitFor({ state: 'attached' });
    expect(complaints.splice(0)).not.to.deep.equal([]);
  });
});
