/** Custom emoji on the page: adding a picture, its errors, and concurrent changes by others. */
import { expect } from 'chai';
import { fieldOf } from '../../web/src/organization/field-of.ts';
import { succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible, expectFitsTelephone } from './browser.ts';

const bytes = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
const picture = { name: 'tick.gif', mimeType: 'image/gif', buffer: Buffer.from(bytes) };

describeInBrowser('custom emoji on the page', (browser) => {
  const { own } = asMember(browser);
  const row = (name: string) => own.max.page.getByRole('row', { name: `:${name}:` });
  const open = async () => {
    await own.max.page.getByRole('link', { name: 'Custom emoji' }).click();
    await own.max.page.getByRole('heading', { name: 'Custom emoji' }).waitFor();
  };

  it('are added by keyboard, and used at once', async () => {
    const { page } = own.max;
    await open();
    await page.getByText('There are no custom emoji yet.').waitFor();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type(':green_tick:');
    await page.getByLabel('Picture').setInputFiles(picture);
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('status').getByText(':green_tick: was added.').waitFor();
    await row('green_tick').getByText('Max Member').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).to.equal('');
    await expectAccessible(page);
    const sent = { type: 'stream', to: 'general', topic: 'emoji', content: ':green_tick:' };
    succeeded(await own.server.as('member').post('/messages', sent));
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/emoji`);
    await page.locator('.message img.emoji').waitFor();
  });

  it('show their errors at the field that is at fault', async () => {
    const { page, complaints } = own.max;
    await open();
    const name = page.getByLabel('Name', { exact: true });
    const add = async (called: string, file: typeof picture) => {
      await name.fill(called);
      await page.getByLabel('Picture').setInputFiles(file);
      await page.getByRole('button', { name: 'Add' }).click();
    };
    await add('Green Tick', picture);
    await page.getByText('Invalid characters in emoji name').waitFor();
    expect(await name.getAttribute('aria-invalid')).to.equal('true');
    expect(await name.evaluate((one) => one.matches(':focus'))).to.equal(true);
    await add('words', { ...picture, buffer: Buffer.from('words') });
    await page.getByText('Could not decode image').waitFor();
    expect(await page.getByLabel('Picture').getAttribute('aria-invalid')).to.equal('true');
    expect(await name.getAttribute('aria-invalid')).to.equal('false');
    await expectAccessible(page);
    // The browser logs both answers.
    expect(complaints.splice(0)).to.have.length(2);
  });

  it('appear and disappear as others add and deactivate them', async () => {
    await open();
    const admin = own.server.as('admin');
    succeeded(await postFiles(own.server.base, admin, '/realm/emoji/of_ada', { bytes, name: 'x.gif' }));
    await row('of_ada').getByText('Ada Admin').waitFor();
    expect(await row('of_ada').getByRole('button').count()).to.equal(0);
    succeeded(await admin.delete('/realm/emoji/of_ada'));
    await row('of_ada').getByText('deactivated').waitFor();
  });

  it('are deactivated after a confirmation', async () => {
    const { page } = own.max;
    await open();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await row('green_tick').getByRole('button', { name: 'Deactivate green_tick' }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await row('green_tick').getByRole('button', { name: 'Deactivate green_tick' }).click();
    await row('green_tick').getByText('deactivated').waitFor();
  });

  it('are offered only to those who may add them, and fit a phone', async () => {
    const { page } = own.max;
    await open();
    await expectFitsTelephone(page);
    succeeded(await own.server.as('owner').patch('/realm', { add_emoji_by_admins_only: true }));
    await page.getByRole('link', { name: 'Custom emoji' }).waitFor({ state: 'detached' });
    succeeded(await own.server.as('owner').patch('/realm', { add_emoji_by_admins_only: false }));
  });
});

describe('the field that an error is about', () => {
  const about = { name: /name/, picture: /image/ };
  it('is the one that the server names, and none if the server is in trouble', () => {
    const field = (status: number, message: string, body = {}) => fieldOf({ status, message, body }, about);
    expect(field(400, 'Invalid name')).to.equal('name');
    expect(field(400, 'Bad value', { var_name: 'emoji_name' })).to.equal('name');
    expect(field(400, 'Not an image')).to.equal('picture');
    expect(field(403, 'Must be an administrator')).to.equal(undefined);
    expect(field(503, 'No image can be stored')).to.equal(undefined);
  });
});
