/** Pictures that people upload, in a browser: their avatars, and emoji of the organization. */
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, expectAccessible, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

const bytes = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));

/** The browser has it, and can show it. */
const isDrawn = async (image: Locator): Promise<void> => {
  await image.waitFor();
  const width = await image.evaluate((one) =>
    // Of the browser, whose types are not those of Node.
    (one as unknown as { decode(): Promise<void>; naturalWidth: number })
      .decode()
      .then(() => (one as unknown as { naturalWidth: number }).naturalWidth),
  );
  expect(width).to.equal(1);
};

describeInBrowser('pictures on the web page', (browser) => {
  let server: TestServer;
  let ada: Visitor;
  before(async () => {
    server = await startServed();
    const member = server.as('member');
    succeeded(await postFiles(server.base, member, '/realm/emoji/green_tick', { bytes, name: 'x.gif' }));
    const content = 'done :green_tick:';
    await said(member, 'general', 'launch', content);
    ada = await visit(browser(), server.base);
    await enter(ada, 'admin@dev.example');
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(ada?.complaints.splice(0)).to.deep.equal([]);
  });

  it('shows the emoji of the organization in messages, in reactions, and in the choice of an emoji', async () => {
    const { page } = ada;
    const message = page.locator('.message', { hasText: 'done' });
    await isDrawn(message.locator('.rendered img.emoji'));
    await message.hover();
    await message.getByRole('button', { name: 'Add a reaction' }).click();
    const dialog = page.getByRole('dialog', { name: 'React' });
    await dialog.getByLabel('Name of an emoji').fill('green t');
    await isDrawn(dialog.getByRole('button', { name: 'green_tick' }).locator('img'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'green_tick' }).click();
    await isDrawn(message.getByRole('button', { name: 'green tick: you' }).locator('img'));
    await page.locator('.compose textarea').pressSequentially(':green');
    await isDrawn(page.getByRole('option', { name: 'green_tick' }).locator('img'));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await page.locator('.compose textarea').inputValue()).to.equal(':green_tick: ');
  });

  it('shows the picture of a person as soon as they upload one', async () => {
    const avatar = ada.page.locator('.message', { hasText: 'done' }).locator('.avatar');
    await avatar.getByText('MM').waitFor();
    succeeded(await postFiles(server.base, server.as('member'), '/users/me/avatar', { bytes, name: 'me.gif' }));
    await isDrawn(avatar.locator('img'));
    expect(await avatar.getByText('MM').count()).to.equal(0);
    await expectAccessible(ada.page);
  });
});
