/** The screen on which administrators change people. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, expectAccessible, expectFitsTelephone, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the screen for people', (browser) => {
  let server: TestServer;
  let ada: Visitor;
  before(async () => {
    server = await startServed();
    ada = await visit(browser(), server.base);
    await enter(ada, 'admin@dev.example');
    await ada.page.getByRole('link', { name: 'People' }).click();
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(ada?.complaints.splice(0)).to.deep.equal([]);
  });

  const shownStatus = (words: string) => ada.page.getByRole('status').getByText(words).waitFor();
  const button = (name: string) => ada.page.getByRole('button', { name, exact: true });
  const userNamed = async (name: 'spare' | 'owner') =>
    succeeded(await server.as('admin').get(`/users/${server.as(name).account.user_id}`)).user;

  it('finds somebody by a part of the name or address, and changes name and role', async () => {
    const { page } = ada;
    await page.getByRole('searchbox', { name: 'Name or address' }).fill('spare@');
    await page.getByRole('cell', { name: /^Max Member/ }).waitFor({ state: 'detached' });
    await expectFitsTelephone(page);
    await button('Change Sam Spare').click();
    const dialog = page.getByRole('dialog', { name: 'Sam Spare' });
    await dialog.getByLabel('Name').fill('Sam Spring');
    // Only owners make owners.
    expect(await dialog.getByLabel('Role').locator('option').allTextContents()).not.to.include('Owner');
    await dialog.getByLabel('Role').selectOption('Administrator');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await shownStatus('Sam Spring was saved.');
    await page.getByRole('cell', { name: 'Administrator' }).waitFor();
    await button('Change Sam Spring').and(page.locator(':focus')).waitFor();
    expect(await userNamed('spare')).to.include({ full_name: 'Sam Spring', is_admin: true });
  });

  it('has room for a long name, in the dialog too', async () => {
    const { page } = ada;
    const { user_id: id } = server.as('guest').account;
    succeeded(await server.as('owner').patch(`/users/${id}`, { full_name: `Gus${'s'.repeat(57)}` }));
    await page.getByRole('searchbox', { name: 'Name or address' }).fill('gus');
    await page.getByRole('button', { name: /^Change Gus/ }).click();
    expect(await page.getByRole('dialog').evaluate((one) => one.scrollWidth <= one.clientWidth)).to.equal(true);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Name or address' }).fill('spare@');
  });

  it('asks before it deactivates somebody, and reactivates them', async () => {
    const { page } = ada;
    page.once('dialog', (question) => void question.dismiss());
    await button('Deactivate Sam Spring').click();
    page.once('dialog', (question) => void question.accept());
    await button('Deactivate Sam Spring').click();
    await shownStatus('Sam Spring is deactivated.');
    await page.getByRole('cell', { name: 'deactivated' }).waitFor();
    expect(await userNamed('spare')).to.include({ is_active: false });
    await button('Reactivate Sam Spring').and(page.locator(':focus')).press('Enter');
    await shownStatus('Sam Spring is active again.');
    await page.getByRole('cell', { name: 'Administrator' }).waitFor();
  });

  it('leaves the search for Escape, and says why something is refused', async () => {
    const { page } = ada;
    const sought = page.getByRole('searchbox', { name: 'Name or address' });
    await sought.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await sought.fill('olive');
    await button('Change Olive Owner').click();
    const dialog = page.getByRole('dialog', { name: 'Olive Owner' });
    await dialog.getByLabel('Role').selectOption('Member');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await userNamed('owner')).to.include({ is_owner: true });
    expect(ada.complaints.splice(0)).to.have.length(1);
  });
});
