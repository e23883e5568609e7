/** Retention on the page of an owner, who sees what a period deletes before it is saved. */
import { expect } from 'chai';
import { effectOf, keptWords } from '../../web/src/organization/retention-words.ts';
import { succeeded } from '../support/expect-answer.ts';
import type { TestServer } from '../support/server.ts';
import {
  describeInBrowser,
  enter,
  enterInstead,
  expectAccessible,
  expectFitsTelephone,
  type Visitor,
  visit,
} from './browser.ts';
import { startServed } from './served.ts';

describe('a retention period in words', () => {
  const now = Date.UTC(2026, 10, 27, 12);

  it('says until when messages are erased, and how long each one stays', () => {
    const [first = '', second, third] = effectOf('Messages in #general', 30, now);
    expect(first).to.match(/^Messages in #general that were sent before .*28.* will be erased\./);
    expect(second).to.equal('From then on each message is erased 30 days after it was sent.');
    expect(third).to.include('cannot be brought back');
    expect(effectOf('Messages', 1, now)[1]).to.equal('From then on each message is erased 1 day after it was sent.');
  });

  it('does not say that messages come back if they are kept for ever', () => {
    expect(effectOf('Messages', -1, now)).to.deep.equal([
      'Messages are kept for ever.',
      'What was erased before does not come back.',
    ]);
    expect([keptWords(-1), keptWords(1), keptWords(90)]).to.deep.equal(['for ever', 'for 1 day', 'for 90 days']);
  });
});

describeInBrowser('retention on the page', (browser) => {
  let server: TestServer;
  let olive: Visitor;
  before(async () => {
    server = await startServed();
    olive = await visit(browser(), server.base);
    await enter(olive, 'owner@dev.example');
    await olive.page.getByRole('link', { name: 'Retention' }).click();
    await olive.page.getByRole('heading', { name: 'Retention' }).waitFor();
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(olive?.complaints.splice(0)).to.deep.equal([]);
  });

  const part = (name: string) => olive.page.getByRole('region', { name, exact: true });
  const ofRealm = async (): Promise<unknown> => {
    const asked = { fetch_event_types: ['realm'], event_types: ['realm'] };
    return succeeded(await server.as('owner').post('/register', asked)).realm_message_retention_days;
  };
  const ofStream = async (): Promise<unknown> =>
    succeeded(await server.as('owner').get('/streams')).streams?.[0]?.message_retention_days;
  /** Not by its label alone, which a dialog that was just closed has, too. */
  const periodOf = (name: string) => part(name).getByRole('combobox', { name: 'Keep messages' });
  const keep = async (name: string, choice: string, days?: number) => {
    await periodOf(name).selectOption(choice);
    if (days !== undefined) await part(name).getByRole('spinbutton', { name: 'Days' }).fill(String(days));
    await part(name).getByRole('button', { name: 'Save…' }).press('Enter');
  };
  const asked = (words: string) => olive.page.getByRole('dialog', { name: `Keep messages ${words}?` });

  it('is saved for the organization after a warning about what it deletes', async () => {
    const { page } = olive;
    await keep('The organization', 'days', 30);
    await asked('for 30 days').getByText('in streams without a period of their own, that were sent before').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await asked('for 30 days').waitFor({ state: 'detached' });
    expect(await ofRealm()).to.equal(-1);
    await keep('The organization', 'days', 30);
    await asked('for 30 days').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('The period of the organization was saved.').waitFor();
    await part('The organization').getByText('for 30 days', { exact: true }).waitFor();
    expect(await ofRealm()).to.equal(30);
    await expectAccessible(page);
  });

  it('is saved for a stream, and reset', async () => {
    const { page } = olive;
    await part('A stream').getByLabel('Stream').fill('general');
    await keep('A stream', 'days', 7);
    await asked('for 7 days').getByText('Messages in #general that were sent before').waitFor();
    await asked('for 7 days').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: '#general for 7 days' }).waitFor();
    expect(await ofStream()).to.equal(7);
    await page.getByRole('button', { name: 'Change the period of general' }).click();
    const choice = periodOf('A stream');
    expect(await choice.evaluate((one) => one.matches(':focus'))).to.equal(true);
    await keep('A stream', 'realm_default');
    await asked('for 30 days').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /#general/ }).waitFor({ state: 'detached' });
    expect(await ofStream()).to.equal(null);
  });

  it('is shown as others change it', async () => {
    succeeded(await server.as('owner').patch('/realm', { message_retention_days: 90 }));
    await part('The organization').getByText('for 90 days', { exact: true }).waitFor();
    expect(await part('The organization').getByRole('spinbutton', { name: 'Days' }).inputValue()).to.equal('90');
    succeeded(await server.as('owner').patch('/realm', { message_retention_days: 'forever' }));
    await part('The organization').getByText('for ever', { exact: true }).first().waitFor();
  });

  it("shows the server's error about the days at their field", async () => {
    const { page, complaints } = olive;
    const msg = "Bad value for 'message_retention_days'";
    const json = { result: 'error', msg, var_name: 'message_retention_days', code: 'REQUEST_VARIABLE_INVALID' };
    await page.route('**/api/v1/realm', (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await keep('The organization', 'days', 12);
    await asked('for 12 days').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText(msg).waitFor();
    const days = part('The organization').getByRole('spinbutton', { name: 'Days' });
    expect(await days.getAttribute('aria-invalid')).to.equal('true');
    expect(await days.evaluate((one) => one.matches(':focus'))).to.equal(true);
    // The browser logs the answer.
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('fits a phone', () => expectFitsTelephone(olive.page));

  it('is shown to auditors, who cannot change it', async () => {
    const { page } = olive;
    const id = succeeded(await server.as('owner').get('/streams')).streams?.[0]?.stream_id;
    succeeded(await server.as('owner').patch(`/streams/${id}`, { message_retention_days: 7 }));
    await enterInstead(olive, 'auditor@dev.example');
    await page.getByRole('link', { name: 'Retention' }).click();
    await part('The organization').getByText('for ever', { exact: true }).waitFor();
    await page.getByRole('row', { name: '#general for 7 days' }).waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Retention' })
        .locator('button, select, input')
        .filter({ visible: true })
        .count(),
    ).to.equal(0);
    await expectAccessible(page);
  });
});
