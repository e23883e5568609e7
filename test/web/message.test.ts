/** From a message to what proves it. */
import { expect } from 'chai';
import { quickSeals, type TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enterInstead, expectAccessible, type Visitor } from './browser.ts';
import { editedMessage } from './edited-message.ts';
import { startServed } from './served.ts';

describeInBrowser('the proof of a message', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  before(async () => {
    server = await startServed({}, { sizes: quickSeals });
    ({ auditor } = await editedMessage(server, browser()));
  });
  after(() => server?.stop());

  it('shows who sent it, every version, who could read it, and its proof', async () => {
    const { page } = auditor;
    const { hold } = actsOf(
      () => server,
      () => page,
    );
    const row = page.getByRole('article', { name: /^Max Member/ });
    await row.hover();
    await row.getByRole('button', { name: 'Prove this message' }).click();
    const show = page.getByRole('button', { name: 'Show the message' });
    await show.waitFor();
    expect(await show.isDisabled()).to.equal(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await show.click();
    await page.getByText('sent by').waitFor();
    await page.getByRole('deletion').getByText('noon').waitFor();
    await page.getByRole('insertion').getByText('one').waitFor();
    await page.getByRole('button', { name: 'Show who could read it' }).click();
    const readers = page.getByRole('list', { name: 'Who could read it' });
    await readers.getByText('Olive Owner').waitFor();
    await readers.getByText('subscribed to the stream').first().waitFor();
    const proof = await hold('**/api/v1/audit/ledger/proof?*', 1);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByRole('status').getByText('Checking…').waitFor();
    proof.release();
    await page.getByRole('heading', { name: 'Proved' }).waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the .tlog-proof' }).click();
    expect((await saved).suggestedFilename()).to.match(/^[0-9a-f-]{36}\.tlog-proof$/);
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await page.getByText('noon').first().waitFor({ state: 'detached' });
    // Nor does an answer bring it back that was under way.
    const { release, answered } = await hold('**/api/v1/audit/objects/**', 1);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await show.click();
    await answered;
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/audit/objects/'));
    release();
    await arrived;
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.getByText('noon').count()).to.equal(0);
    expect(auditor.complaints).to.deep.equal([]);
  });

  it('is not offered to others', async () => {
    const { page } = auditor;
    await page.goto(`${server.base}/#all`);
    await enterInstead(auditor, 'member@dev.example');
    const row = page.getByRole('article', { name: /^Max Member/ });
    await row.hover();
    await row.getByRole('button', { name: 'Every version' }).waitFor();
    expect(await row.getByRole('button', { name: 'Prove this message' }).count()).to.equal(0);
  });
});
