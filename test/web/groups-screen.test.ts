/** User groups on the page: creating, changing and deleting them, their errors, and concurrent changes by others. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible, expectFitsTelephone } from './browser.ts';

type Group = { readonly id: number; readonly name: string; readonly description: string; readonly members: number[] };

describeInBrowser('user groups on the page', (browser) => {
  const { own, hold } = asMember(browser);
  const card = (name: string) => own.max.page.getByRole('article', { name, exact: true });
  const idOf = (name: 'member' | 'admin' | 'owner') => own.server.as(name).account.user_id;
  const groupNamed = async (name: string): Promise<Group | undefined> => {
    const { user_groups: all } = succeeded(await own.server.as('admin').get('/user_groups'));
    return (all as unknown as Group[]).find((group) => group.name === name);
  };
  const open = async () => {
    await own.max.page.getByRole('link', { name: 'User groups' }).click();
    await own.max.page.getByRole('heading', { name: 'User groups' }).waitFor();
  };
  const change = async (path: string, members: Record<string, unknown>) =>
    succeeded(await own.server.as('admin').post(`/user_groups/${path}`, members));

  it('are created by keyboard, and mentioned at once', async () => {
    const { page } = own.max;
    await open();
    await page.getByText('There are no user groups yet.').waitFor();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('designers');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Who draws');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('designers was created.').waitFor();
    await card('designers').getByText('1 member').waitFor();
    await expectAccessible(page);
    const { description, members } = (await groupNamed('designers')) ?? {};
    expect({ description, members }).to.deep.equal({ description: 'Who draws', members: [idOf('member')] });
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/groups`);
    await page.getByText('There are no messages here.').waitFor();
    await page.locator('.compose textarea').pressSequentially('@des');
    await page.getByRole('option', { name: /^designers/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.locator('.compose textarea').inputValue()).to.equal('@*designers* ');
    await page.locator('.compose textarea').fill('');
  });

  it('are created once, by a button that keeps the focus until the answer arrives', async () => {
    const { page } = own.max;
    await open();
    await page.getByLabel('Name', { exact: true }).fill('once');
    await page.getByLabel('Description').fill('One of them');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    let times = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/user_groups/create')) times += 1;
    });
    const { release, answered } = await hold('**/user_groups/create', 1);
    await create.focus();
    await page.keyboard.press('Enter');
    await answered;
    const focused = () => create.evaluate((button) => button.matches(':focus'));
    expect([await focused(), await create.isEnabled()]).to.deep.equal([true, false]);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await create.focus();
    release();
    await card('once').waitFor();
    await page.getByRole('status').getByText('once was created.').waitFor();
    expect(await focused()).to.equal(true);
    expect(times).to.equal(1);
    succeeded(await own.server.as('member').delete(`/user_groups/${(await groupNamed('once'))?.id}`));
    await card('once').waitFor({ state: 'detached' });
  });

  it('show their errors at the field that is at fault', async () => {
    const { page, complaints } = own.max;
    await open();
    const [name, description] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Description')];
    const isWrong = (field: typeof name) => field.getAttribute('aria-invalid');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await name.fill('a*b');
    await create.click();
    await page.getByText('Invalid name').waitFor();
    expect([await isWrong(name), await isWrong(description)]).to.deep.equal(['true', 'false']);
    await name.fill('designers');
    await create.click();
    await page.getByText("User group 'designers' already exists.").waitFor();
    expect([await isWrong(name), await isWrong(description)]).to.deep.equal(['true', 'false']);
    await name.fill('writers');
    await description.fill('x'.repeat(10_000));
    await create.click();
    await page.getByText('description is too long').waitFor();
    expect([await isWrong(name), await isWrong(description)]).to.deep.equal(['false', 'true']);
    expect(await description.evaluate((one) => one.matches(':focus'))).to.equal(true);
    // The browser logs the three answers.
    expect(complaints.splice(0)).to.have.length(3);
    await name.fill('');
    await description.fill('');
  });

  it('get and lose members, here and elsewhere', async () => {
    const { page } = own.max;
    await open();
    const group = card('designers');
    await group.getByText('1 member').click();
    await group.getByLabel('Person to add').fill('Ada Admin');
    await page.keyboard.press('Enter');
    await group.getByText('2 members').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Ada Admin' }).waitFor();
    expect(await group.getByLabel('Person to add').inputValue()).to.equal('');
    await expectAccessible(page);
    await group.getByRole('button', { name: 'Remove Ada Admin' }).click();
    await group.getByText('1 member', { exact: true }).waitFor();
    expect(await group.getByLabel('Person to add').evaluate((one) => one.matches(':focus'))).to.equal(true);
    const { id } = (await groupNamed('designers')) ?? {};
    await change(`${id}/members`, { add: [idOf('owner')], delete: [] });
    await group.getByText('Olive Owner').first().waitFor();
    // Whoever is not in a group sees it only.
    await change(`${id}/members`, { add: [], delete: [idOf('member')] });
    await group.getByRole('button').first().waitFor({ state: 'detached' });
    await change(`${id}/members`, { add: [idOf('member')], delete: [] });
    await group.getByRole('button', { name: 'Remove Max Member' }).waitFor();
  });

  it('are renamed, and deleted after a confirmation', async () => {
    const { page } = own.max;
    await open();
    await card('designers').getByRole('button', { name: 'Rename designers' }).click();
    const form = page.getByRole('form', { name: 'Rename designers' });
    await form.getByLabel('Name', { exact: true }).fill('artists');
    await page.keyboard.press('Escape');
    await card('designers').getByRole('button', { name: 'Rename designers' }).press('Enter');
    await form.getByLabel('Name', { exact: true }).fill('artists');
    await page.keyboard.press('Enter');
    await card('artists').getByText('Who draws').waitFor();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await card('artists').getByRole('button', { name: 'Delete artists' }).click();
    expect(await groupNamed('artists')).to.not.equal(undefined);
    page.once('dialog', (dialog) => void dialog.accept());
    await card('artists').getByRole('button', { name: 'Delete artists' }).click();
    await page.getByText('There are no user groups yet.').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).and(page.locator(':focus')).waitFor();
    await change('create', { name: 'elsewhere', description: '', members: [] });
    await card('elsewhere').getByText('0 members').waitFor();
  });

  it('are offered only to those who may create them, and fit a phone', async () => {
    const { page } = own.max;
    await open();
    const long = { name: 'n'.repeat(100), description: 'd'.repeat(300), members: [idOf('member')] };
    await change('create', long);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await card(long.name).evaluate((one) => one.scrollWidth <= one.clientWidth)).to.equal(true);
    await expectFitsTelephone(page);
    succeeded(await own.server.as('owner').patch('/realm', { user_group_edit_policy: 2 }));
    await page.getByRole('link', { name: 'User groups' }).waitFor({ state: 'detached' });
  });
});
