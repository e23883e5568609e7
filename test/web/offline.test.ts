/** Messages that are written while the server cannot be reached. */
import { expect } from 'chai';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible, say } from './browser.ts';

const dayMs = 86_400_000;

describeInBrowser('what is written offline', (browser) => {
  const { own, post, open, shown, listed } = asMember(browser, { past: () => post('tunnel', 'before') });
  const waiting = (text: string) =>
    own.max.page.locator('.is-pending', { hasText: text }).getByText('waits to be sent');
  const isOnline = (is: boolean) => own.max.context.setOffline(!is);
  /** The browser complains about each request that fails. */
  const forgetComplaints = () => own.max.complaints.splice(0);

  before(() => open('tunnel', 'before'));
  afterEach(() => isOnline(true));

  it('waits visibly at once, and is sent by itself on return, once and in order', async () => {
    const { page } = own.max;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await isOnline(false);
    await say(page, 'the first');
    await say(page, 'the second');
    await waiting('the first').waitFor();
    await waiting('the second').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('link', { name: 'Starred' }).click();
    await page.getByRole('alert').getByRole('link', { name: '#general › tunnel' }).click();
    // It is not tried again while the browser knows that it is offline.
    expect(asked.filter((one) => one === 'POST /api/v1/messages')).to.have.length(1);
    await isOnline(true);
    await shown('the first').waitFor();
    await shown('the second').waitFor();
    await page.locator('.is-pending').first().waitFor({ state: 'detached' });
    expect(await listed()).to.deep.equal(['before', 'the first', 'the second']);
    forgetComplaints();
  });

  it('is sent once, also if the server has it and only the answer was lost', async () => {
    const { page } = own.max;
    await page.route(
      '**/api/v1/messages',
      async (route) => {
        await isOnline(false);
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await say(page, 'only once');
    await waiting('only once').waitFor();
    await isOnline(true);
    await shown('only once').waitFor();
    await page.locator('.is-pending').first().waitFor({ state: 'detached' });
    // What the server has.
    await page.reload();
    await shown('only once').waitFor();
    expect((await listed()).filter((text) => text === 'only once')).to.have.length(1);
    forgetComplaints();
  });

  /** A message that is answered with this waits longer than it would be tried at once. */
  const later = { status: 503, headers: { 'retry-after': '100' }, body: '{}' };

  it('is limited in number, and what is beyond the limit stays where it was written', async () => {
    const { page } = own.max;
    await page.route('**/api/v1/messages', (route) => route.fulfill(later));
    const place = { kind: 'topic', streamId: 1, topic: 'tunnel' };
    const seeded = Array.from({ length: 99 }, (_, at) => ({
      key: -1 - at,
      place,
      content: `no. ${at + 1}`,
      at: Date.now(),
      idempotencyKey: `${at} of many`,
    }));
    await page.evaluate(`sessionStorage.setItem('verbatim.unsent', ${JSON.stringify(JSON.stringify(seeded))})`);
    await page.reload();
    // Its reader may be at an unread message above them.
    await page.locator('.is-pending').first().waitFor();
    await say(page, 'no. 100');
    await waiting('no. 100').waitFor();
    await say(page, 'too many');
    await page.getByRole('status').getByText('At most 100 messages').waitFor();
    expect(await page.locator('.compose textarea').inputValue()).to.equal('too many');
    await page.locator('.compose textarea').fill('');
    await page.unroute('**/api/v1/messages');
    await waiting('no. 100').waitFor();
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await shown('no. 100').waitFor();
    forgetComplaints();
  });

  it('can be withdrawn, or written anew', async () => {
    const { page } = own.max;
    await isOnline(false);
    for (const text of ['withdrawn', 'to be changed', 'to stay']) await say(page, text);
    await waiting('to stay').waitFor();
    await page.locator('.is-pending', { hasText: 'withdrawn' }).getByRole('button', { name: 'Discard' }).click();
    await page.locator('.is-pending', { hasText: 'to be changed' }).getByRole('button', { name: 'Edit' }).click();
    expect(await page.locator('.compose textarea').inputValue()).to.equal('to be changed');
    await page.locator('.compose textarea').fill('');
    await isOnline(true);
    await shown('to stay').waitFor();
    await post('tunnel', 'at the end');
    await shown('at the end').waitFor();
    expect(await listed()).not.to.include('withdrawn');
    expect(await listed()).not.to.include('to be changed');
    forgetComplaints();
  });

  it('is not lost by signing out, or by closing the tab, without a question', async () => {
    const { page } = own.max;
    await isOnline(false);
    await say(page, 'precious');
    await waiting('precious').waitFor();
    const askedFirst = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const firstQuestion = await askedFirst;
    expect(firstQuestion.type()).to.equal('beforeunload');
    await firstQuestion.dismiss();
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('button', { name: 'Sign out' }).click();
    const question = await asked;
    expect(question.message()).to.include('not sent');
    await question.dismiss();
    await clicked;
    await isOnline(true);
    await shown('precious').waitFor();
    forgetComplaints();
  });

  it('is not sent by itself a day later', async () => {
    const { page } = own.max;
    await page.route('**/api/v1/messages', (route) => route.fulfill(later));
    await say(page, 'long ago');
    await waiting('long ago').waitFor();
    await page.clock.setFixedTime(Date.now() + dayMs + 1);
    await page.reload();
    await page.getByText('It could not be sent for a day.').waitFor();
    await page.unroute('**/api/v1/messages');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown('long ago').waitFor();
    forgetComplaints();
  });
});
