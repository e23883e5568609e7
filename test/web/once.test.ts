/** Whoever clicks twice, or presses a key twice, means it once. */
import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('what is asked for twice on the web page', (browser) => {
  const { own, post, open, shown, edit, hold } = asMember(browser, {
    past: () => post('twice', 'to be changed'),
  });
  const changes: string[] = [];
  const isChange = (request: Request): boolean =>
    request.method() !== 'GET' && !/register|presence|flags|typing/.test(request.url());
  before(async () => {
    own.max.page.on('request', (request) => {
      if (isChange(request)) changes.push(`${request.method()} ${new URL(request.url()).pathname.slice(8)}`);
    });
    await open('twice', 'to be changed');
    succeeded(await own.server.as('admin').post('/messages/1/reactions', { emoji_name: 'heart' }));
  });
  const changed = (): string[] => changes.splice(0).map((words) => words.replace(/\d+/, '1'));

  it('is requested once by a double click, whatever is under the pointer by then', async () => {
    const { page } = own.max;
    await page.getByRole('button', { name: 'Find or create a stream' }).click();
    const dialog = page.getByRole('dialog', { name: 'Streams' });
    await dialog.getByRole('button', { name: 'Leave general' }).dblclick();
    await dialog.getByText('You have left #general.').waitFor();
    await dialog.getByRole('button', { name: 'Join general' }).dblclick();
    await dialog.getByText('You are in #general.').waitFor();
    await page.keyboard.press('Escape');
    expect(changed()).to.deep.equal(['DELETE users/me/subscriptions', 'POST users/me/subscriptions']);
    const reaction = shown('to be changed').getByRole('button', { name: /^heart/ });
    await reaction.dblclick();
    await reaction.getByText('2').waitFor();
    expect(changed()).to.deep.equal(['POST messages/1/reactions']);
  });

  it('is requested once by keys, for as long as the first request is not answered', async () => {
    const { page } = own.max;
    await (await edit('to be changed')).getByLabel('The message').fill('changed');
    const edits = await hold('**/api/v1/messages/*');
    await page.keyboard.press('Control+Enter');
    await edits.answered;
    await page.keyboard.press('Control+Enter');
    await page.locator('form.edit').getByLabel('Topic').press('Enter');
    edits.release();
    await page.locator('form.edit').waitFor({ state: 'detached' });
    expect(changed()).to.deep.equal(['PATCH messages/1']);
    await page.getByTitle('Your status, name and password').click();
    const status = page.getByLabel('Your status, which everybody sees beside your name');
    await status.fill('busy');
    const statuses = await hold('**/api/v1/users/me/status');
    await status.press('Enter');
    await statuses.answered;
    await status.press('Enter');
    statuses.release();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(changed()).to.deep.equal(['POST users/me/status']);
  });

  it('is requested once by Enter that is held down, whatever has the focus by then', async () => {
    const { page } = own.max;
    await page.getByRole('button', { name: 'Find or create a stream' }).focus();
    await page.keyboard.down('Enter');
    await page.getByRole('dialog', { name: 'Streams' }).waitFor();
    const leave = page.getByRole('dialog').getByRole('button', { name: 'Leave general' });
    await leave.focus();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(changed()).to.deep.equal([]);
  });

  it('is done twice where each click is a step', async () => {
    const { page } = own.max;
    const colours = page.getByRole('button', { name: /^Colours/ });
    const before = await colours.getAttribute('title');
    await colours.dblclick();
    expect(await colours.getAttribute('title')).not.to.equal(before);
    await colours.click();
    expect(await colours.getAttribute('title')).to.equal(before);
  });
});
