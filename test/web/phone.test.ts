/** The page on the screen of a phone, and with texts that do not fit: long names, deep quotes, and writing from right to left. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, enter, expectAccessible, phone, visit } from './browser.ts';

/** How much wider than the screen something is. */
const excessOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((one) => {
    const { scrollWidth, clientWidth } = one as unknown as {
      readonly scrollWidth: number;
      readonly clientWidth: number;
    };
    return scrollWidth - clientWidth;
  });

const directionsOf = (selector: string): string =>
  `[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).direction)`;

describeInBrowser('the page on a phone', (browser) => {
  const { own, post, open, shown, hold } = asMember(browser, { device: phone });

  it('has texts as large as the visitor wants them in the browser', async () => {
    const { page, context } = own.max;
    await post('large', 'large letters');
    await open('large', 'large letters');
    const heightOf = async (): Promise<number> =>
      (await shown('large letters').locator('p').last().boundingBox())?.height ?? 0;
    const usual = await heightOf();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect(await heightOf()).to.equal(2 * usual);
    expect(await excessOf(page, 'html')).to.equal(0);
    await devtools.detach();
    await page.reload();
  });

  it('closes the list of streams with a tap next to it', async () => {
    const { page } = own.max;
    const menu = page.getByRole('navigation', { name: 'Streams and conversations' });
    await page.getByRole('button', { name: 'Streams and conversations', exact: true }).tap();
    await menu.waitFor();
    await expectAccessible(page);
    await page.touchscreen.tap(350, 400);
    await menu.waitFor({ state: 'hidden' });
    // Nor does it cover what a link shows, or what was shown before.
    for (const leave of [
      () => menu.getByRole('link', { name: 'Starred' }).tap(),
      () => menu.getByRole('link', { name: 'Starred' }).tap(),
      () => page.evaluate('history.back()'),
    ]) {
      await page.getByRole('button', { name: 'Streams and conversations', exact: true }).tap();
      await menu.waitFor();
      await leave();
      await menu.waitFor({ state: 'hidden' });
    }
  });

  it('moves the bar that shows that something is loading, and does not redraw it', async () => {
    const { page } = own.max;
    const { release } = await hold('**/api/v1/messages?*', 1);
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/slow`);
    await page.locator('.loading').waitFor({ state: 'attached' });
    const animated = `document.getAnimations().filter(({ animationName }) => animationName === 'passing')
      .flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys))`;
    const properties = new Set((await page.evaluate(animated)) as string[]);
    for (const name of ['offset', 'computedOffset', 'easing', 'composite']) properties.delete(name);
    expect([...properties]).to.deep.equal(['translate']);
    release();
    await page.getByText('There are no messages here.').waitFor();
  });

  it('starts a new line with Enter, and sends with the button', async () => {
    const { page } = own.max;
    await post('lines', 'first of all');
    await open('lines', 'first of all');
    await page.locator('.compose textarea').tap();
    await page.keyboard.type('upper');
    await page.keyboard.press('Enter');
    await page.keyboard.type('lower');
    expect(await page.locator('.compose textarea').inputValue()).to.equal('upper\nlower');
    await page.getByRole('button', { name: 'Send' }).tap();
    await shown('lower').waitFor();
  });

  it('gives the search the width of the screen while the visitor types', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#all`);
    // Before that, it has room for its label.
    const room = `(() => {
      const field = document.querySelector('#search');
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(field.placeholder).width;
    })()`;
    expect(await page.evaluate(room)).to.be.at.least(0);
    await page.locator('#search').tap();
    expect((await page.locator('#search').boundingBox())?.width).to.be.above(300);
    await page.keyboard.press('Escape');
  });

  it('is never wider than the screen, whatever names and quotes it shows', async () => {
    const { page } = own.max;
    const owner = own.server.as('owner');
    const { user_id: id } = own.server.as('spare').account;
    succeeded(await owner.patch(`/users/${id}`, { full_name: JSON.stringify('W'.repeat(100)) }));
    await post('wide', `${'> '.repeat(20)}deep`, 'spare');
    await post(
      'wide',
      `${Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}* item`).join('\n')}`,
      'spare',
    );
    await post('wide', 'the last', 'spare');
    await open('wide', 'the last');
    expect(await excessOf(page, '.feed-scroll')).to.equal(0);
    const deep = page.getByText('deep', { exact: true });
    expect((await deep.boundingBox())?.width).to.be.above(100);
  });

  it('keeps the words of a table whole, which scrolls if it is too wide', async () => {
    const { page } = own.max;
    const row = (cell: string): string => `|${` ${cell} |`.repeat(12)}`;
    await post('table', [row('column'), row('--'), row('value')].join('\n'));
    await open('table', 'column');
    const cell = page.getByRole('cell', { name: 'value' }).first();
    expect((await cell.boundingBox())?.height).to.be.below(40);
    expect(await excessOf(page, '.rendered table')).to.be.above(0);
    expect(await excessOf(page, '.feed-scroll')).to.equal(0);
  });

  it('writes each paragraph in the direction of its text', async () => {
    const { page } = own.max;
    await post('direction', 'שלום, world.\n\nhello, עולם.\n\n* פריט\n\n> שלום\n\nand\n\n> hello');
    await open('direction', 'hello');
    expect(await page.evaluate(directionsOf('.rendered > :is(p, ul)'))).to.deep.equal(['rtl', 'ltr', 'rtl', 'ltr']);
    expect(await page.evaluate(directionsOf('.rendered blockquote'))).to.deep.equal(['rtl', 'ltr']);
    await page.locator('.compose textarea').fill('שלום');
    expect(await page.evaluate(directionsOf('.compose textarea'))).to.deep.equal(['rtl']);
  });

  it('has no field with letters so small that the phone enlarges the page for them', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#all`);
    await page.getByRole('combobox', { name: 'Stream or person' }).waitFor();
    const sizes = `[...document.querySelectorAll('input:not([type=file]), select, textarea')].map((one) =>
      Number.parseFloat(getComputedStyle(one).fontSize))`;
    expect(Math.min(...((await page.evaluate(sizes)) as number[]))).to.be.at.least(16);
    await open('nothing');
  });

  describe('for an owner', () => {
    let page: Page;
    before(async () => {
      const owner = await visit(browser(), own.server.base, phone);
      await enter(owner, 'owner@dev.example');
      page = owner.page;
    });

    it('keeps words for screen readers within what scrolls', async () => {
      await page.goto(`${own.server.base}/#audit/auditors`);
      await page.getByRole('cell', { name: 'Audrey Auditor', exact: true }).waitFor();
      expect(await excessOf(page, 'html')).to.equal(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    });

    it('shows an event of the trail within the screen', async () => {
      await page.goto(`${own.server.base}/#audit/trail`);
      const events = page.getByRole('list', { name: 'Events, newest first' });
      await events.getByRole('button').first().tap();
      await page.getByText('Position in the log').waitFor();
      expect(await excessOf(page, 'dialog')).to.equal(0);
    });
  });
});
