/** The screens of auditors, and the check of a proof, in a browser. */
import { expect } from 'chai';
import type { TestServer } from '../support/server.ts';
import { actsOf, pick } from './acts.ts';
import { describeInBrowser, enter, expectAccessible, expectFitsTelephone, type Visitor, visit } from './browser.ts';
import { provedInLedger } from './proved-in-ledger.ts';
import { startServed } from './served.ts';

describeInBrowser('the screens of the record', (browser) => {
  let server: TestServer;
  let owner: Visitor;
  before(async () => {
    server = await startServed();
    owner = await visit(browser(), server.base);
    await enter(owner, 'owner@dev.example');
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(owner?.complaints.splice(0)).to.deep.equal([]);
  });

  it('appoints an auditor, who must be given a reason', async () => {
    const { page } = owner;
    expect(await page.getByRole('link', { name: 'Legal holds' }).count()).to.equal(0);
    const answers = await actsOf(
      () => server,
      () => page,
    ).hold('**/api/v1/audit/auditors*', 1);
    await page.getByRole('link', { name: 'Auditors' }).click();
    await answers.answered;
    await page.locator('.loading').waitFor();
    answers.release();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Audrey Auditor', exact: true }).waitFor();
    await page.getByLabel('Person to appoint').fill('Olive Owner');
    expect(await page.getByRole('button', { name: 'Appoint' }).isDisabled()).to.equal(true);
    expect(await page.getByLabel('Reason').inputValue()).to.equal('');
    await page.getByLabel('Reason').fill('Annual review');
    await page.getByRole('button', { name: 'Appoint' }).click();
    await page.getByRole('cell', { name: 'Annual review' }).waitFor();
    await page.getByRole('status').getByText('Olive Owner is an auditor.').waitFor();
    await page.getByRole('button', { name: 'Dismiss Audrey Auditor' }).click();
    await page.getByRole('status').getByText('Audrey Auditor is no longer an auditor.').waitFor();
    // The button that had the focus is gone with its row.
    await page.getByRole('button', { name: 'Dismiss Olive Owner' }).and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    const { body } = await server.as('owner').get('/users/me');
    expect(body).to.include({ is_auditor: true });
  });

  it('places a hold and ends it', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Legal holds' }).click();
    // The screen before it has such a field too, and may still be shown.
    await page.getByRole('region', { name: 'Legal holds' }).getByLabel('Reason').fill('Case 4711');
    await page.getByRole('button', { name: 'Show the holds' }).click();
    const name = `Acme v. ${'Example'.repeat(7)}`;
    await page.getByLabel('Name').fill(name);
    await pick(page.getByRole('combobox', { name: 'Custodians' }), 'Max Member');
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('cell', { name: 'Case 4711' }).waitFor();
    await expectFitsTelephone(page);
    // What belongs to one hold is not taken for the next one.
    await page.getByText('The hold is placed.').waitFor();
    expect(await page.getByRole('button', { name: 'Remove Max Member' }).count()).to.equal(0);
    page.once('dialog', (question) => void question.dismiss());
    const end = page.getByRole('button', { name: `End ${name}` });
    await end.click();
    page.once('dialog', (question) => void question.accept());
    await end.click();
    await page
      .getByRole('status')
      .getByText(/ is ended\.$/)
      .waitFor();
    await page.getByRole('cell', { name: /^ended/ }).waitFor();
  });

  it('waits for the first checkpoint of a new ledger', async () => {
    const { page, complaints } = owner;
    await page.goto(`${server.base}/#all`);
    const nothing = { status: 404, body: '{"result":"error","msg":"Nothing of this organization is sealed yet"}' };
    await page.route('**/api/v1/audit/ledger/checkpoint', (route) => route.fulfill(nothing), { times: 2 });
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByLabel('The checkpoint', { exact: false }).first().waitFor();
    // The browser itself logs them.
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('checks a proof in the browser, and refuses one that was tampered with', async () => {
    const { page } = owner;
    const leaf = '{"v":2,"id":"an event"}';
    const { proof, key } = provedInLedger(leaf);
    await page.getByRole('link', { name: 'Check a proof' }).click();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByLabel('Open a .tlog-proof').setInputFiles({
      name: 'said.tlog-proof',
      mimeType: 'text/plain',
      buffer: Buffer.from(proof),
    });
    await page.getByRole('textbox', { name: /^Key/ }).fill(key);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Proved', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: /^Entry/ }).fill(leaf.replace('an event', 'another'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The entry is not the one in the ledger').waitFor();
    await expectAccessible(page);
    // The browser itself may ask for the icon late. Presence is reported every minute.
    const byThePage = asked.filter((url) => !/\/api\/v1\/(events|users\/me\/presence)|\/favicon\.svg$/.test(url));
    expect(byThePage).to.deep.equal([]);
  });
});
