/** What engines of browsers do in different ways: tabs, the focus, keys of input methods, paper. */
import { expect } from 'chai';
import { postFiles } from '../support/files-over-http.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

const picture = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));

describeInBrowser('the page in any engine', (browser) => {
  const { own, post, open, shown, edit, hold } = asMember(browser);
  const focused = (selector: string) => own.max.page.locator(`${selector}:focus`).waitFor();

  it('opens a picture in a tab that is opened before its address is known', async () => {
    const { page, context } = own.max;
    await post('files', await linkTo('chart.gif', picture));
    await open('files', 'chart.gif');
    const { release, answered } = await hold('**/api/v1/user_uploads/**');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'chart.gif' }).click();
    const tab = await opened;
    await answered;
    release();
    await tab.waitForURL(/chart\.gif/);
    expect(await tab.evaluate('window.opener')).to.equal(null);
    await tab.close();
  });

  it('saves a file that browsers do not show', async () => {
    const { page, context } = own.max;
    await post('saved', await linkTo('notes.csv', Uint8Array.from(Buffer.from('a,b'))));
    await open('saved', 'notes.csv');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'notes.csv' }).click();
    expect((await saved).suggestedFilename()).to.equal('notes.csv');
    expect(context.pages()).to.have.length(1);
  });

  it('shows where a link of a dialog leads', async () => {
    const { page } = own.max;
    await page.keyboard.press('x');
    await page.getByRole('dialog').getByLabel('Name of a person').fill('Ada');
    await page.getByRole('checkbox', { name: /^Ada Admin/ }).check();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await focused('.compose textarea');
    await page.keyboard.type('Dear Ada');
    expect(await page.getByLabel('Message Ada Admin').inputValue()).to.equal('Dear Ada');
    await page.getByLabel('Message Ada Admin').fill('');
  });

  it('suggests emoji as soon as their names are loaded', async () => {
    const { page } = own.max;
    await open('emoji');
    const { release, answered } = await hold('**/assets/*emoji-names*.js');
    await page.locator('.compose textarea').pressSequentially(':rocket');
    await answered;
    release();
    await page.getByRole('option', { name: 'rocket' }).waitFor();
    await page.locator('.compose textarea').fill('');
  });

  it('continues after a completed name, however soon the visitor types', async () => {
    const { page } = own.max;
    await open('soon');
    const field = page.locator('.compose textarea');
    await field.pressSequentially('@ada');
    await page.getByRole('option', { name: /^Ada Admin/ }).waitFor();
    // The next frame is drawn only while the visitor types on.
    await page.evaluate('globalThis.waiting = []; requestAnimationFrame = (draw) => waiting.push(draw)');
    await page.keyboard.press('Tab');
    await page.keyboard.type('he');
    await page.evaluate('for (const draw of waiting.splice(0)) draw(0)');
    await page.keyboard.type('llo');
    expect(await field.inputValue()).to.equal('@**Ada Admin** hello');
    await field.fill('');
    await page.reload();
  });

  it('leaves Escape to an input method that composes an edit', async () => {
    await post('composed', 'as it was');
    await open('composed', 'as it was');
    const form = await edit('as it was');
    await form.locator('textarea').fill('composed');
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      await form.locator('textarea').dispatchEvent('keydown', { key: 'Escape', bubbles: true, ...composing });
    expect(await form.locator('textarea').inputValue()).to.equal('composed');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  it('prints the messages without the controls of the page', async () => {
    const { page } = own.max;
    await post('paper', 'on paper');
    await open('paper', 'on paper');
    await page.emulateMedia({ media: 'print' });
    expect(await shown('on paper').isVisible()).to.equal(true);
    expect(await page.locator('.compose, .sidebar, .top').evaluateAll((all) => all.length)).to.equal(3);
    expect(await page.locator('.compose, .sidebar, .top').filter({ visible: true }).count()).to.equal(0);
    // All of it, and not only what fits into a window.
    expect(await page.evaluate('getComputedStyle(document.querySelector(".feed-scroll")).overflowY')).to.equal(
      'visible',
    );
    await page.emulateMedia({ media: null });
  });

  /** A link to a file that the member has uploaded. */
  const linkTo = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const answer = await postFiles(own.server.base, own.server.as('member'), '/user_uploads', { bytes, name });
    return `[${name}](${String(answer.body.uri)})`;
  };
});
