/** Exports and sinks in a browser. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { quickSeals, type TestServer } from '../support/server.ts';
import { actsOf, offeredBy } from './acts.ts';
import { describeInBrowser, enter, enterInstead, expectAccessible, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('exports and sinks', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  before(async () => {
    server = await startServed({ VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' }, { sizes: quickSeals });
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'lunch', content: 'soup' });
    auditor = await visit(browser(), server.base);
    await enter(auditor, 'auditor@dev.example');
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(auditor?.complaints.splice(0)).to.deep.equal([]);
  });

  it('makes an export, shows when it is ready, and downloads it, which is recorded', async () => {
    const { page } = auditor;
    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    const { hold } = actsOf(
      () => server,
      () => page,
    );
    const trail = await hold('**/api/v1/audit/events?*', 1);
    await page.getByRole('button', { name: 'Show the exports' }).click();
    await trail.answered;
    const again = await hold('**/api/v1/audit/exports?*', 1);
    trail.release();
    await again.answered;
    // Nobody has pressed a button for it, so that none waits.
    const make = page.getByRole('button', { name: 'Export', exact: true });
    expect(await make.isEnabled()).to.equal(true);
    again.release();
    const people = await offeredBy(page.getByRole('combobox', { name: 'Participants' }));
    expect(people).to.deep.equal([...people].sort());
    await page.getByRole('textbox', { name: /^Topics/ }).fill('lunch');
    await make.click();
    const load = page.getByRole('button', { name: 'Download export 1' });
    await load.waitFor();
    await page.getByRole('cell', { name: /^1 message,/ }).waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await load.click();
    expect((await saved).suggestedFilename()).to.equal('export-1.zip');
    await page.getByText('Its SHA-256 matches the record.').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await page.getByRole('button', { name: 'Show the exports' }).waitFor();
  });

  it('adds a sink, shows its secret once, changes, disables, rewinds and removes it', async () => {
    const { page } = auditor;
    await page.getByRole('link', { name: 'Sinks' }).click();
    await page.getByText('There are no sinks.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/siem');
    await page.getByRole('textbox', { name: 'Actions' }).fill('sign_in.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    const sink = page.getByRole('article', { name: 'Sink 1' });
    await sink.getByText('http://127.0.0.1:9/siem').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText(/^whsec_/).waitFor({ state: 'detached' });
    await sink.getByRole('button', { name: 'Edit sink 1' }).click();
    const edited = page.getByRole('form', { name: 'Edit sink 1' });
    await edited.getByRole('textbox', { name: 'Address' }).fill('ftp://127.0.0.1/siem');
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    expect(auditor.complaints.splice(0)).to.have.length(1).and.match(/400/);
    await edited.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/other');
    await edited.getByRole('textbox', { name: 'Actions' }).fill('');
    const changed = page.waitForRequest((asked) => asked.method() === 'PATCH');
    await edited.getByRole('button', { name: 'Save' }).click();
    const sent = new URLSearchParams((await changed).postData() ?? '');
    expect(Object.fromEntries(sent)).to.include({ url: 'http://127.0.0.1:9/other', actions: 'null' });
    expect(sent.has('format')).to.equal(false);
    await sink.getByText('http://127.0.0.1:9/other').waitFor();
    await sink.getByText('all actions').waitFor();
    await page.waitForFunction('document.activeElement?.textContent === "Edit sink 1"');
    await sink.getByRole('button', { name: 'Disable sink 1' }).click();
    await sink.getByText('disabled', { exact: true }).waitFor();
    await sink.getByRole('spinbutton').fill('0');
    await sink.getByRole('button', { name: 'Rewind sink 1' }).click();
    await page.getByRole('status').getByText('Sink 1 is sent all events after position 0 again.').waitFor();
    await sink.getByRole('button', { name: 'Remove sink 1' }).dblclick();
    await sink.getByRole('button', { name: 'Remove it for good' }).click();
    await page.getByText('There are no sinks.').waitFor();
  });

  it('gives administrators an export of what every member may read, and deletes it', async () => {
    const { page } = auditor;
    await enterInstead(auditor, 'admin@dev.example');
    await page.getByRole('link', { name: 'Public record' }).click();
    await page.getByText('Nothing has been exported yet.').waitFor();
    await page.getByRole('button', { name: 'Make an export' }).click();
    await page.getByText('The export can be downloaded.').waitFor();
    await expectAccessible(page);
    const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Make an export' }).boundingBox()) ?? {};
    expect((await page.getByRole('table').boundingBox())?.y).to.be.above(y + height + 8);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download export 1' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).to.equal('public-record-1.ndjson');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).to.include({ object: 'end', messages: 1 });
    // An event announces the changes of others.
    await server.as('owner').post('/export/realm');
    await page.getByRole('button', { name: 'Download export 2' }).waitFor();
    await page.getByRole('button', { name: 'Delete export 1' }).click();
    await page.getByRole('cell', { name: /^not available since/ }).waitFor();
  });
});
