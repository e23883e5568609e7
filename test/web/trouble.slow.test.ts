/** When something goes wrong, people lose nothing on the web page. */
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { succeeded } from '../support/expect-answer.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, say } from './browser.ts';

const unavailable = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) }, body: '{}' });

describeInBrowser('the web page in trouble', (browser) => {
  const { own, post, read, shown, open, edit, hold, fill, listed } = asMember(browser);

  it('sends what waits as soon as it is connected again', async () => {
    const { page, complaints } = own.max;
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/fire`);
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.route('**/api/v1/messages', (route) => route.fulfill(unavailable(100)), { times: 1 });
    await page.route('**/api/v1/events?*', (route) => route.abort(), { times: 1 });
    await say(page, 'patiently', '#general › fire');
    await refused;
    // Answers the poll that is waiting. The next one fails.
    await own.server
      .as('member')
      .post('/messages', { type: 'stream', to: 'general', topic: 'fire', content: 'an event' });
    await page.locator('.message:not(.is-pending)', { hasText: 'patiently' }).waitFor();
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('sends messages in the order in which they were written', async () => {
    const { page, complaints } = own.max;
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/order`);
    await page.route('**/api/v1/messages', (route) => route.fulfill(unavailable(0)), { times: 1 });
    await say(page, 'the first', '#general › order');
    await say(page, 'the second');
    await shown('the first').waitFor();
    await shown('the second').waitFor();
    // The pause is too long for the third message. What is written after it is not sent without it.
    const refusal = withResolvers();
    const refuse = (route: Route): Promise<void> => refusal.promise.then(() => route.fulfill(unavailable(100)));
    await page.route('**/api/v1/messages', refuse, { times: 1 });
    await say(page, 'the third');
    await say(page, 'the fourth');
    refusal.resolve();
    const waiting = page.locator('.is-pending', { hasText: 'the fourth' });
    await waiting.getByText('waits to be sent').waitFor();
    await waiting.getByRole('button', { name: 'Try again' }).click();
    await shown('the third').waitFor();
    await shown('the fourth').waitFor();
    expect(await listed()).to.deep.equal(['the first', 'the second', 'the third', 'the fourth']);
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('loads what could not be loaded as soon as it is connected again', async () => {
    const { page, complaints } = own.max;
    const id = await post('linked', 'linked words');
    const body = JSON.stringify({ result: 'error', msg: 'Not this time' });
    await page.route('**/api/v1/messages?*', (route) => route.fulfill({ status: 400, body }), { times: 1 });
    await page.goto(`${own.server.base}/#narrow/stream/1-general/near/${id}`);
    await page.getByText('Not this time').waitFor();
    await page.route('**/api/v1/events?*', (route) => route.abort(), { times: 1 });
    const asked = page.waitForRequest('**/api/v1/messages?*');
    await post('linked', 'an event');
    expect(new URL((await asked).url()).searchParams.get('anchor')).to.equal(String(id));
    await shown('linked words').waitFor();
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('puts an upload into the conversation in which it was begun, and shows why one fails', async () => {
    const { page, complaints } = own.max;
    await post('public', 'open words');
    await post('secret', 'close words');
    await open('secret', 'close words');
    const { release } = await hold('**/api/v1/user_uploads', 1);
    const picked = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await page.locator('.compose input[type=file]').setInputFiles(picked);
    await open('public', 'open words');
    release();
    await page.getByText('plan.txt has been uploaded.').waitFor();
    expect(await page.locator('.compose textarea').inputValue()).to.equal('');
    await page.route('**/api/v1/user_uploads', (route) => route.fulfill({ status: 413, body: '<html>' }), { times: 1 });
    await page.locator('.compose input[type=file]').setInputFiles(picked);
    await page.getByText('the server answered 413 and no JSON').waitFor();
    expect(complaints.splice(0)).to.have.length(1);
    await open('secret', 'close words');
    expect(await page.locator('.compose textarea').inputValue()).to.include('[plan.txt](/user_uploads/');
  });

  it('keeps drafts and unsent messages through a reload, and names their conversations', async () => {
    const { page, complaints } = own.max;
    await open('secret', 'close words');
    const { answered } = await hold('**/api/v1/messages', 1);
    await say(page, 'on its way');
    await answered;
    await page.reload();
    await shown('on its way').waitFor();
    await page.locator('.is-pending').waitFor({ state: 'detached' });
    const refusal = { status: 400, body: '{ "result": "error", "msg": "Not this" }' };
    await page.route('**/api/v1/messages', (route) => route.fulfill(refusal), { times: 1 });
    await say(page, 'in vain');
    await page.locator('.compose textarea').fill('a draft');
    const refused = page.locator('.is-pending', { hasText: 'in vain' }).getByText('not sent');
    await refused.waitFor();
    await page.reload();
    await refused.waitFor();
    expect(await page.locator('.compose textarea').inputValue()).to.equal('a draft');
    await open('public', 'open words');
    await page.getByRole('alert').getByRole('link', { name: '#general › secret' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown('in vain').waitFor();
    expect(await listed()).to.deep.equal(['close words', 'on its way', 'in vain']);
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('stays at the newest message while a topic elsewhere is renamed', async () => {
    const { page } = own.max;
    const id = await post('old name', 'long ago');
    await open('busy');
    await fill('busy', 55, 'half of them');
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await page.goto(`${own.server.base}/#all`);
    await page.locator('[aria-current=page]', { hasText: 'All messages' }).waitFor();
    await shown('half of them').waitFor();
    await fill('busy', 10, 'all of them');
    const again = page.waitForResponse((answer) => answer.url().includes('/messages?'));
    succeeded(
      await own.server.as('admin').patch(`/messages/${id}`, { topic: 'new name', propagate_mode: 'change_all' }),
    );
    await again;
    await post('busy', 'and the last one');
    await shown('and the last one').waitFor();
    expect(await page.locator('.to-end').count()).to.equal(0);
    await open('public', 'open words');
    await page.locator('.topics').getByText('new name').waitFor();
  });

  it('shows a change that overtakes the answer with the message', async () => {
    const { page } = own.max;
    const id = await post('stale', 'first words');
    const gone = await post('stale', 'soon gone');
    await open('public', 'open words');
    const { release, answered } = await hold('**/api/v1/messages?*', 1);
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/stale`);
    await answered;
    succeeded(await own.server.as('member').patch(`/messages/${id}`, { content: 'second words' }));
    succeeded(await own.server.as('admin').delete(`/messages/${gone}`));
    await post('stale', 'after both', 'admin');
    // The other events came before this one.
    await page.locator('.for-readers[aria-live]', { hasText: 'stale' }).waitFor({ state: 'attached' });
    release();
    await shown('after both').waitFor();
    expect(await listed()).to.deep.equal(['second words', 'after both']);
  });

  it('keeps the order of messages that the page asked the server about', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#narrow/search/needle`);
    await page.getByText('There are no messages here.').waitFor();
    const { release, answered } = await hold('**/api/v1/messages/matches_narrow*', 1);
    await post('find', 'needle one');
    await answered;
    await post('find', 'needle two');
    await shown('needle two').waitFor();
    release();
    await shown('needle one').waitFor();
    expect(await listed()).to.deep.equal(['needle one', 'needle two']);
  });

  it('marks as read later what could not be marked at once', async () => {
    const { page, complaints } = own.max;
    const id = await post('marks', 'to be read');
    await page.route('**/api/v1/messages/flags', (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/flags'));
    await open('marks', 'to be read');
    await failed;
    await page.route('**/api/v1/events?*', (route) => route.abort(), { times: 1 });
    const marked = page.waitForResponse((answer) => answer.url().endsWith('/flags'));
    await post('public', 'an event');
    await marked;
    expect((await read(id))?.flags).to.include('read');
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('does not mark deleted messages as read', async () => {
    const { page, complaints } = own.max;
    const id = await post('marks', 'to be deleted');
    await page.route('**/api/v1/messages/flags', (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/flags'));
    await shown('to be deleted').waitFor();
    await failed;
    succeeded(await own.server.as('admin').delete(`/messages/${id}`));
    await shown('to be deleted').waitFor({ state: 'detached' });
    const asked = page.waitForRequest((request) => request.url().endsWith('/flags'));
    const next = await post('marks', 'to be read, too', 'admin');
    expect(new URLSearchParams((await asked).postData() ?? '').get('messages')).to.equal(`[${next}]`);
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('shows what another role may do, as soon as the user has it', async () => {
    const record = own.max.page.getByRole('link', { name: 'Public record' });
    const { user_id: id } = own.server.as('member').account;
    succeeded(await own.server.as('owner').patch(`/users/${id}`, { role: 200 }));
    await record.waitFor();
    succeeded(await own.server.as('owner').patch(`/users/${id}`, { role: 400 }));
    await record.waitFor({ state: 'detached' });
  });

  it('finds moved unread messages, even those that it has not loaded', async () => {
    const { page } = own.max;
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    const id = await post('before', 'moved words', 'admin');
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/public`);
    await page.reload();
    await page.locator('.topics').getByText('before').waitFor();
    succeeded(
      await own.server.as('admin').patch(`/messages/${id}`, { topic: 'afterwards', propagate_mode: 'change_all' }),
    );
    await page.locator('.topics').getByText('afterwards').waitFor();
    await page.keyboard.press('n');
    await shown('moved words').waitFor();
    expect(page.url()).to.include('/topic/afterwards');
    // The reader and the draft go with the topic.
    await page.locator('.compose textarea').fill('about it');
    succeeded(
      await own.server.as('admin').patch(`/messages/${id}`, { topic: 'finally', propagate_mode: 'change_all' }),
    );
    await page.getByText('to #general › finally').waitFor();
    await shown('moved words').waitFor();
    expect(await page.locator('.compose textarea').inputValue()).to.equal('about it');
  });

  it('lists every version once, however often the next ones are asked for', async () => {
    const { page } = own.max;
    let later = 0;
    const both = withResolvers();
    await page.route('**/history?*', async (route) => {
      const isLater = !route.request().url().includes('offset=0');
      if (isLater) later += 1;
      if (later === 2) both.resolve();
      if (isLater) await both.promise;
      const version = { user_id: null, timestamp: 1, rendered_content: 'a version' };
      await route.fulfill({
        json: { result: 'success', msg: '', message_history: [version], ...(!isLater && { next_offset: 1 }) },
      });
    });
    await shown('moved words').hover();
    await shown('moved words').getByRole('button', { name: 'Every version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Every version' });
    await dialog.getByRole('button', { name: 'Later versions' }).dblclick();
    await dialog.getByRole('button', { name: 'Later versions' }).waitFor({ state: 'detached' });
    expect(await dialog.locator('.versions > li').count()).to.equal(2);
    await page.keyboard.press('Escape');
  });

  it('knows for how long a message may be edited if the clock is wrong', async () => {
    await own.max.page.clock.setFixedTime(Date.now() + 3_600_000);
    await post('clock', 'said just now');
    await open('clock', 'said just now');
    await edit('said just now');
  });

  it('shows why it signs out when the key is no longer valid', async () => {
    succeeded(await own.server.as('member').post('/users/me/api_key/regenerate'));
    await own.max.page.getByRole('alert').getByText('You were signed out: Invalid API key').waitFor();
    expect(own.max.complaints.splice(0)).not.to.deep.equal([]);
  });
});
