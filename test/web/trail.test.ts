/** The trail in a browser: searched, followed, one event, and the life of an object. */
import { expect } from 'chai';
import { quickSeals, type TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, expectAccessible, type Visitor } from './browser.ts';
import { editedMessage } from './edited-message.ts';
import { startServed } from './served.ts';

describeInBrowser('the trail', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  let messageId: number;
  before(async () => {
    server = await startServed({}, { sizes: quickSeals });
    ({ auditor, messageId } = await editedMessage(server, browser()));
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(auditor?.complaints.splice(0)).to.deep.equal([]);
  });

  const { hold } = actsOf(
    () => server,
    () => auditor.page,
  );
  const events = () => auditor.page.getByRole('list', { name: 'Events, newest first' });

  it('shows what was done, without content', async () => {
    const { page } = auditor;
    await page.getByRole('link', { name: 'Trail' }).click();
    await events().getByRole('button', { name: 'A message was edited' }).waitFor();
    await page.getByRole('toolbar', { name: 'Periods' }).waitFor();
    expect(await page.getByText('soup at one').count()).to.equal(0);
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).to.equal('');
    await expectAccessible(page);
  });

  it('finds by filters, which are in the address', async () => {
    const { page } = auditor;
    await page.getByRole('combobox', { name: 'Who' }).fill('Max Member');
    await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('message.');
    const records = await hold('**/api/v1/audit/events?*', 1);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/actor/);
    await records.answered;
    await page.locator('.loading').waitFor();
    records.release();
    await page.getByText('2 events').waitFor();
    await events().getByRole('listitem').first().waitFor();
    expect(await events().getByRole('listitem').count()).to.equal(2);
    await page.reload();
    await page.getByText('2 events').waitFor();
    expect(await page.getByRole('combobox', { name: 'What', exact: true }).inputValue()).to.equal('message.');
  });

  it('sends new records while it is followed', async () => {
    const { page } = auditor;
    await page.getByRole('button', { name: 'Follow new records' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'tea', content: 'now' });
    await events().getByRole('button', { name: 'tea' }).waitFor();
    await page.getByRole('button', { name: 'Stop following' }).click();
  });

  it('requires a reason, shows content while there is one, and proves the event', async () => {
    const { page } = auditor;
    const content = page.getByLabel('Show what people wrote');
    expect(await content.isDisabled()).to.equal(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await content.check();
    await events().getByText('soup at one').waitFor();
    await events().getByRole('button', { name: 'A message was edited' }).click();
    const dialog = page.getByRole('dialog', { name: 'Event' });
    // It is read from its beginning.
    await dialog.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Show what was written' }).click();
    await dialog.getByRole('cell', { name: 'soup at noon' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Verify in this browser' }).click();
    await dialog.getByRole('heading', { name: 'Proved' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'its history' }).click();
    const life = page.getByRole('list', { name: `What was done to message ${messageId}` });
    await life.getByRole('button', { name: 'A message was sent' }).waitFor();
    expect(await life.getByRole('listitem').count()).to.equal(2);
    await expectAccessible(page);
  });

  it('forgets the content with the reason', async () => {
    const { page } = auditor;
    await page.goBack();
    await page.getByLabel('Show what people wrote').check();
    await events().getByText('soup at one').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await events().getByText('soup at one').waitFor({ state: 'detached' });
  });

  it('also forgets the content in the details of an event', async () => {
    const { page } = auditor;
    await events().getByRole('button', { name: 'A message was edited' }).click();
    const dialog = page.getByRole('dialog', { name: 'Event' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    const show = dialog.getByRole('button', { name: 'Show what was written' });
    await show.click();
    await dialog.getByText('soup at noon').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('');
    await dialog.getByText('soup at noon').first().waitFor({ state: 'detached' });
    await dialog.getByText('message.edited', { exact: true }).waitFor();
    // Nor does an answer bring it back that was under way.
    const { release, answered } = await hold('**/api/v1/audit/events/*', 1);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await show.click();
    await answered;
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('');
    await dialog.getByText('message.edited', { exact: true }).waitFor();
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/audit/events/'));
    release();
    await arrived;
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await dialog.getByText('soup at noon').count()).to.equal(0);
  });

  it('shows content in the history of an object while there is a reason', async () => {
    const { page } = auditor;
    const { release, answered } = await hold('**/api/v1/audit/objects/**', 1);
    await page.goto(`${server.base}/#audit/object/message/${messageId}`);
    await answered;
    // The first answer is still under way.
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await page.getByRole('button', { name: 'Show what was written' }).click();
    const life = page.getByRole('list', { name: `What was done to message ${messageId}` });
    const written = life.getByText('soup at noon').first();
    await written.waitFor({ state: 'attached' });
    release();
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await written.waitFor({ state: 'detached' });
    await life.getByRole('button', { name: 'A message was sent' }).waitFor();
  });
});
