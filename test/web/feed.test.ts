/** What is on the screen while messages are read, written and starred, also before everything has arrived. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, enter, say, visit } from './browser.ts';

describeInBrowser('the messages on the screen', (browser) => {
  const { own, post, open, shown, hold, fill } = asMember(browser);

  it('are named in the search as soon as the names of streams are known', async () => {
    const { page } = own.max;
    await open('names');
    const { release } = await hold('**/api/v1/register');
    await page.reload();
    await page.locator('.loading').waitFor({ state: 'attached' });
    release();
    await page.getByRole('link', { name: /general/ }).waitFor();
    expect(await page.locator('#search').inputValue()).to.equal('stream:general topic:names ');
    await page.unroute('**/api/v1/register');
  });

  it('are shown as they are written, before others have arrived', async () => {
    const { page } = own.max;
    const { release } = await hold('**/api/v1/messages?*');
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/early`);
    await say(page, 'an early word', '#general › early');
    await page.locator('.message', { hasText: 'an early word' }).waitFor();
    await shown('an early word').waitFor();
    const sending = await hold('**/api/v1/messages');
    await say(page, 'the next one');
    await page.locator('.message.is-pending', { hasText: 'the next one' }).waitFor();
    sending.release();
    await shown('the next one').waitFor();
    release();
    await page.unroute('**/api/v1/messages?*');
    await page.locator('.feed[aria-busy="false"]').waitFor();
    expect(await page.locator('.message').count()).to.equal(2);
  });

  it('scroll to the end when their reader writes', async () => {
    const { page } = own.max;
    await open('long');
    await fill('long', 6, 'the newest');
    const box = page.locator('.feed-scroll');
    const isInView = () => page.getByRole('button', { name: /^Newest/ }).waitFor({ state: 'detached' });
    await isInView();
    await box.evaluate((one) => {
      (one as unknown as { scrollTop: number }).scrollTop = 0;
    });
    await page.getByRole('button', { name: /^Newest/ }).waitFor();
    await say(page, 'an answer');
    await shown('an answer').waitFor();
    await isInView();
  });

  it('are written one after the other, also if a button sends them', async () => {
    const { page } = own.max;
    await page.locator('.compose textarea').fill('by the button');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.keyboard.type('and on');
    expect(await page.locator('.compose textarea').inputValue()).to.equal('and on');
    await page.locator('.compose textarea').fill('');
    await shown('by the button').waitFor();
  });

  it('appear and disappear with the star that another tab sets', async () => {
    const { page } = own.max;
    const id = await post('stars', 'a shining word');
    await page.goto(`${own.server.base}/#narrow/is/starred`);
    await page.getByText('There are no messages here.').waitFor();
    const star = (op: string) =>
      own.server.as('member').post('/messages/flags', { messages: [id], op, flag: 'starred' });
    succeeded(await star('add'));
    await shown('a shining word').waitFor();
    succeeded(await star('remove'));
    await shown('a shining word').waitFor({ state: 'detached' });
  });

  it('count as mentions, and are listed so, as soon as an edit mentions their reader', async () => {
    const { page } = own.max;
    const row = page.getByRole('navigation').getByRole('link', { name: 'Mentions' });
    await row.click();
    const id = await post('mentions', 'nobody', 'admin');
    const edited = async (content: string) =>
      succeeded(await own.server.as('admin').patch(`/messages/${id}`, { content }));
    await edited('you, @**Max Member**');
    await shown('you, @Max Member').waitFor();
    await row.getByText('1').waitFor();
    await edited('nobody at all');
    await shown('you, @Max Member').waitFor({ state: 'detached' });
    await row.getByText('1').waitFor({ state: 'detached' });
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
  });

  it('leave the list of unread ones when another tab reads them, and come back when it marks them as unread', async () => {
    const { page } = own.max;
    const [id] = [await post('unread', 'an unread word', 'admin'), await post('unread', 'another one', 'admin')];
    await page.goto(`${own.server.base}/#narrow/is/unread`);
    await shown('an unread word').waitFor();
    const counted = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).waitFor();
    const read = (op: string) => own.server.as('member').post('/messages/flags', { messages: [id], op, flag: 'read' });
    succeeded(await read('add'));
    await shown('an unread word').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Topics of general' }).click();
    await counted(/^unread\s*1 unread$/);
    succeeded(await read('remove'));
    await shown('an unread word').waitFor();
    await counted(/^unread\s*2 unread$/);
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await page.getByText('There are no messages here.').waitFor();
  });

  it('scroll as far as their reader scrolls', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#narrow/is/starred`);
    await page.getByText('There are no messages here.').waitFor();
    for (let index = 0; index < 30; index += 1)
      await post(`topic ${index % 2}`, 'a line\n'.repeat(1 + (index % 5)), 'admin');
    await post('topic 0', 'the last of both', 'admin');
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    await shown('the last of both').waitFor();
    const moves = await page.evaluate(`(async () => {
      const box = document.querySelector('.feed-scroll');
      const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await painted();
      const moves = [];
      while (moves.length < 5) {
        // A row that stays drawn.
        const row = [...document.querySelectorAll('[data-key]')].find((one) => one.getBoundingClientRect().top > 100);
        const { top } = row.getBoundingClientRect();
        box.scrollTop -= 300;
        await painted();
        moves.push(Math.round(row.getBoundingClientRect().top - top));
      }
      return moves;
    })()`);
    expect(moves).to.deep.equal([300, 300, 300, 300, 300]);
  });

  it('have room for the longest number of a list', async () => {
    const { page } = own.max;
    await post('numbers', '99999. the last but one\n100000. the last');
    await open('numbers', 'the last');
    const [number, room] = (await page.evaluate(`(() => {
      const list = document.querySelector('.rendered ol');
      const number = document.createElement('span');
      number.textContent = '100000.';
      list.firstElementChild.append(number);
      return [number.getBoundingClientRect().width, parseFloat(getComputedStyle(list).paddingLeft)];
    })()`)) as [number, number];
    expect(room).to.be.above(number);
  });

  it('name who acts without the command for it', async () => {
    await post('doing', '/me waves', 'admin');
    await open('doing', 'waves');
    expect(await shown('waves').locator('.rendered').textContent()).to.equal('waves');
  });

  it('are as high as their text if a clock has twelve hours', async () => {
    const { page } = own.max;
    await post('heights', 'the first of two');
    await post('heights', 'the second of two');
    await open('heights', 'the second of two');
    expect(await page.locator('.gutter-time').textContent()).to.match(/[AP]M$/);
    const [text, whole] = [shown('the second of two').locator('.rendered'), shown('the second of two')];
    const heightOf = async (one: typeof whole) => (await one.boundingBox())?.height ?? 0;
    expect((await heightOf(whole)) - (await heightOf(text))).to.be.below(6);
  });

  it('have their time on one line next to a long name and a long status', async () => {
    const spare = own.server.as('spare');
    const name = { full_name: 'Longname '.repeat(10).trim() };
    succeeded(await own.server.as('owner').patch(`/users/${spare.account.user_id}`, name));
    for (const as of [spare, own.server.as('admin')])
      succeeded(await as.post('/users/me/status', { status_text: 'long '.repeat(12).trim() }));
    await post('names', 'by a short name', 'admin');
    await post('names', 'by a long name', 'spare');
    await open('names', 'by a long name');
    const heightOf = async (text: string) => (await shown(text).locator('.byline time').boundingBox())?.height;
    await own.max.page.setViewportSize({ width: 360, height: 700 });
    expect(await heightOf('by a long name')).to.equal(await heightOf('by a short name'));
    // The status gives way to the name.
    expect((await shown('by a short name').locator('.sender').boundingBox())?.height).to.be.below(30);
    await own.max.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('have versions that are as wide as the screen, however long their lines are', async () => {
    const { page } = own.max;
    await post('wide', `wide\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\``);
    await open('wide', 'wide');
    await page.setViewportSize({ width: 360, height: 700 });
    await shown('wide').focus();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Every version' });
    await dialog.locator('pre').waitFor();
    expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).to.equal(true);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('are dated yesterday as soon as it is tomorrow', async () => {
    await post('midnight', 'said before midnight');
    const late = await visit(browser(), own.server.base);
    await late.page.clock.install({ time: new Date().setHours(23, 59, 30, 0) });
    await late.page.reload();
    await enter(late, 'guest@dev.example');
    await late.page.goto(`${own.server.base}/#narrow/stream/1-general/topic/midnight`);
    await late.page.getByText('Today', { exact: true }).waitFor();
    // The row is drawn again when it is read.
    await late.page.locator('.message.is-unread').waitFor({ state: 'detached' });
    await late.page.clock.fastForward(60_000);
    await late.page.getByText('Yesterday', { exact: true }).waitFor();
    await late.context.close();
  });

  it('have a spoiler whose header is next to its mark', async () => {
    const { page } = own.max;
    await post('spoiler', '```spoiler The answer\n42\n```');
    await open('spoiler', 'The answer');
    const { height = 0 } = (await page.locator('summary').boundingBox()) ?? {};
    expect(height).to.be.below(30);
  });

  it('are not painted over by the formula of another message', async () => {
    const { page } = own.max;
    await post('painted', 'Never pay without asking me.', 'owner');
    await post('painted', 'The invoice: $$\\smash{\\rule[4em]{9em}{1em}}$$ $$\\\\[-4em] \\textsf{Pay it all.}$$');
    await open('painted', 'The invoice');
    await page.waitForFunction('getComputedStyle(document.querySelector(".katex-rule")).position === "relative"');
    const drawn = await page.evaluate(`[...document.querySelectorAll('.katex-rule, .textsf')].map((drawn) => {
      const { left, top, width, height } = drawn.getBoundingClientRect();
      const isOutside = top + height < drawn.closest('.rendered').getBoundingClientRect().top;
      const inFront = document.elementFromPoint(left + width / 2, top + height / 2);
      return { isOutside, isSeen: drawn.contains(inFront) };
    })`);
    const hidden = { isOutside: true, isSeen: false };
    expect(drawn).to.deep.equal([hidden, hidden]);
  });

  it('are those of any public stream, which can be opened from the list of streams before it is joined', async () => {
    const { page } = own.max;
    succeeded(await own.server.as('admin').post('/users/me/subscriptions', { subscriptions: [{ name: 'lobby' }] }));
    const body = { type: 'stream', to: 'lobby', topic: 'hello', content: 'come in' };
    succeeded(await own.server.as('admin').post('/messages', body));
    await page.getByRole('button', { name: 'Find or create a stream' }).click();
    await page.getByRole('link', { name: '#lobby' }).click();
    await shown('come in').waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    const place = page.getByRole('combobox', { name: 'Stream or person' });
    expect(await place.inputValue()).to.equal('#lobby');
  });

  it('are not lost with a private stream that is left by mistake', async () => {
    const { page } = own.max;
    const made = { subscriptions: [{ name: 'vault' }], invite_only: true };
    succeeded(await own.server.as('member').post('/users/me/subscriptions', made));
    await page.getByRole('button', { name: 'Find or create a stream' }).click();
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Leave vault' }).click();
    await asked;
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'vault' }).waitFor();
  });
});
