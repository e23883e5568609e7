/** The page as it was at a moment, in a browser. */
import { expect } from 'chai';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, expectAccessible, say, type Visitor, visit } from './browser.ts';
import { editedMessage } from './edited-message.ts';
import { startServed } from './served.ts';

describeInBrowser('looking back', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  before(async () => {
    server = await startServed();
    ({ auditor } = await editedMessage(server, browser()));
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(auditor?.complaints.splice(0)).to.deep.equal([]);
  });

  const message = (text: string) => auditor.page.locator('.message', { hasText: text });

  it('requires a reason, and shows nothing before there is one', async () => {
    const { page } = auditor;
    await message('soup at one').waitFor();
    await page.getByRole('link', { name: 'Look back' }).click();
    const begin = page.getByRole('button', { name: 'Look back' });
    await begin.waitFor();
    expect(await begin.isDisabled()).to.equal(true);
    expect(await message('soup').count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Fall Müller');
    await begin.click();
    await message('soup at one').waitFor();
  });

  it('steps from event to event', async () => {
    const { page } = auditor;
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('· A message was edited').waitFor();
    await message('soup at one').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await message('soup at noon').waitFor();
    expect(await message('soup at one').count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await message('soup at one').waitFor();
  });

  it('names the moment that it shows, even if the answer about another one arrives later', async () => {
    const { page } = auditor;
    const { hold } = actsOf(
      () => server,
      () => page,
    );
    const { release, answered } = await hold('**/api/v1/audit/events/*', 1);
    await page.goBack();
    await answered;
    await page.goForward();
    await page.getByText('· A message was edited').waitFor();
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/audit/events/'));
    release();
    await arrived;
    await page.evaluate('new Promise(requestAnimationFrame)');
    await message('soup at one').waitFor();
    expect(await page.getByText('· A message was edited').count()).to.equal(1);
  });

  it('is read-only', async () => {
    const { page } = auditor;
    expect(await page.locator('.compose').count()).to.equal(0);
    await message('soup at one').hover();
    await message('soup at one').getByRole('button', { name: 'Prove this message' }).waitFor();
    for (const name of ['Reply', 'Star', 'Add a reaction'])
      expect(await message('soup').getByRole('button', { name }).count(), name).to.equal(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));
    await message('soup at one').click();
    for (const key of ['c', 'x', 'r', '+', '*', 'e']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).to.equal(0);
    expect(asked.filter((method) => method !== 'GET')).to.deep.equal([]);
  });

  it('goes through time by the slider and its keys, and to the moment in its address', async () => {
    const { page } = auditor;
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    // Before the visitor had an account, there is no user as whom to look, and nothing is shown. The browser itself logs the 400.
    await page.getByRole('alert').getByText('Before you had an account').waitFor();
    expect(await message('soup').count()).to.equal(0);
    expect(auditor.complaints.splice(0)).to.have.length(1);
    await page.waitForURL(/#past\/[0-9a-f-]{36}\//);
    await page.keyboard.press('End');
    await message('soup at one').waitFor();
    const address = page.url();
    const colleague = await visit(browser(), server.base);
    await enter(colleague, 'auditor@dev.example');
    await colleague.page.goto(address);
    await colleague.page.getByRole('textbox', { name: 'Reason' }).fill('The same case');
    await colleague.page.getByRole('button', { name: 'Look back' }).click();
    await colleague.page.locator('.message', { hasText: 'soup at one' }).waitFor();
    expect(colleague.page.url()).to.equal(address);
    expect(colleague.complaints).to.deep.equal([]);
    await colleague.context.close();
  });

  it('is asked for again soon, however long a pause the server asks for', async () => {
    const { page, complaints } = auditor;
    await page.clock.install();
    const later = { status: 503, headers: { 'retry-after': '86400' }, body: '{}' };
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/register')) asked += 1;
    });
    await page.route('**/api/v1/register', (route) => route.fulfill(later), { times: 1 });
    await page.getByRole('button', { name: 'Previous' }).click();
    // Once it is asked again, time must not run faster, because the page gives up a request that takes too long.
    while (asked < 2) await page.clock.runFor(1_000);
    await message('soup at one').waitFor();
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('shows what somebody else saw', async () => {
    const { page } = auditor;
    await page.getByRole('combobox', { name: 'As seen by' }).fill('Gus Guest');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('.me', { hasText: 'Gus Guest' }).waitFor();
    await message('soup at one').waitFor();
  });

  it('is folded on a phone, and unfolds there', async () => {
    const { page } = auditor;
    await page.setViewportSize({ width: 360, height: 740 });
    const bar = page.getByRole('region', { name: 'Look back' });
    const eyes = page.getByRole('combobox', { name: 'As seen by' });
    await bar.getByText(/as Gus Guest saw it/).waitFor();
    await eyes.waitFor({ state: 'hidden' });
    expect((await bar.boundingBox())?.height).to.be.below(740 / 4);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await eyes.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Less', exact: true }).click();
    await eyes.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('returns to the live page', async () => {
    const { page } = auditor;
    await page.getByRole('link', { name: 'Return to now' }).click();
    await page.locator('.me', { hasText: 'Audrey Auditor' }).waitFor();
    await message('soup at one').waitFor();
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'lunch', content: 'and cake' });
    await message('and cake').waitFor();
    await page.goto(`${server.base}/#narrow/stream/1-general/topic/lunch`);
    await say(page, 'said again', '#general › lunch');
    await page.locator('.message:not(.is-pending)', { hasText: 'said again' }).waitFor();
    await page.getByRole('link', { name: 'Look back' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).waitFor();
    expect(await message('and cake').count()).to.equal(0);
  });
});
