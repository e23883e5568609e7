/** Talking through the web page: two people, each in a browser of their own. */
import { join } from 'node:path';
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { startServer, type TestServer, testSecret } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeInBrowser, enter, expectAccessible, say, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the web page', (browser) => {
  let server: TestServer;
  let ada: Visitor;
  let max: Visitor;
  before(async () => {
    server = await startServed();
  });
  after(() => server?.stop());
  afterEach(() => {
    const complaints = [ada, max].flatMap((visitor) => visitor?.complaints.splice(0) ?? []);
    expect(complaints).to.deep.equal([]);
  });

  it('loads less than 150 KB before the first message, in few requests', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/api/'))
        sizes.push(
          response
            .request()
            .sizes()
            .then((size) => size.responseBodySize),
        );
    });
    await page.goto(`${server.base}/`, { waitUntil: 'networkidle' });
    const all = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(all).to.be.within(10_000, 150_000);
    await context.close();
  });

  it('shows messages of others, at once and rendered', async () => {
    ada = await visit(browser(), server.base);
    max = await visit(browser(), server.base);
    await enter(ada, 'admin@dev.example');
    await enter(max, 'member@dev.example');
    const { page } = ada;
    await page.getByRole('link', { name: /general/ }).click();
    await page.getByLabel('Topic', { exact: true }).fill('launch');
    await say(page, 'It is **done**: $$x^2$$ :tada:');
    const heard = max.page.locator('.message', { hasText: 'done' });
    await heard.getByText('done', { exact: true }).waitFor();
    expect(await heard.locator('strong').textContent()).to.equal('done');
    expect(await heard.locator('.emoji').textContent()).to.equal('🎉');
    const strut = heard.locator('.katex .katex-strut').first();
    expect(await strut.evaluate((one) => (one as unknown as { style: { height: string } }).style.height)).to.match(
      /em$/,
    );
    // Its author sees it once, and is led to its place.
    await page.locator('.message:not(.is-pending) strong').waitFor();
    expect(await page.locator('.message strong').count()).to.equal(1);
    expect(page.url()).to.include('/topic/launch');
    await expectAccessible(page);
  });

  it('edits, and shows every version', async () => {
    const { page } = ada;
    const message = page.locator('.message', { hasText: 'done' });
    await message.hover();
    await message.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByLabel('The message', { exact: true });
    await field.fill('It is **sealed**');
    await page.getByRole('button', { name: 'Save' }).click();
    const heard = max.page.locator('.message', { hasText: 'sealed' });
    await heard.getByRole('button', { name: 'edited' }).click();
    const dialog = max.page.getByRole('dialog', { name: 'Every version' });
    await dialog.locator('.highlight_text_deleted').first().waitFor();
    expect(await dialog.getByText('by Ada Admin').count()).to.equal(2);
    await expectAccessible(max.page);
    await max.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('reacts, stars and previews', async () => {
    const message = max.page.locator('.message', { hasText: 'sealed' });
    await message.hover();
    await message.getByRole('button', { name: 'Add a reaction' }).click();
    const dialog = max.page.getByRole('dialog', { name: 'React' });
    await dialog.getByLabel('Name of an emoji').fill('rocket');
    await dialog.getByRole('button', { name: 'rocket' }).click();
    await ada.page.getByRole('button', { name: 'rocket: Max Member' }).click();
    await max.page.getByRole('button', { name: 'rocket: you, Ada Admin' }).waitFor();
    await message.hover();
    await message.getByRole('button', { name: 'Star', exact: true }).click();
    await message.getByText('starred').waitFor();
    await max.page.locator('.message', { hasText: 'sealed' }).getByRole('button', { name: 'Reply' }).click();
    await max.page.locator('.compose textarea').fill('a *preview*');
    await max.page.getByRole('button', { name: 'Preview' }).click();
    await max.page.locator('.preview em').waitFor();
    await max.page.getByRole('button', { name: 'Preview' }).click();
    await max.page.locator('.compose textarea').fill('');
  });

  it('counts what is unread until it is seen', async () => {
    const { page } = max;
    await page.getByRole('link', { name: 'Starred' }).click();
    await page.locator('.message', { hasText: 'sealed' }).waitFor();
    await say(ada.page, 'one more');
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/messages/flags'));
    await page.getByRole('link', { name: /general\s*1 unread/ }).click();
    await page.locator('.message', { hasText: 'one more' }).waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^#?\s*general$/ })
      .waitFor();
    await answered;
    const { body } = await server.as('member').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect(body.messages?.[0]?.flags).to.include('read');
  });

  it('sends private messages', async () => {
    const { page } = max;
    await page.getByRole('button', { name: 'Write privately' }).click();
    await page.getByRole('checkbox', { name: /Ada Admin/ }).check();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await say(page, 'between us');
    await page.locator('.message:not(.is-pending)', { hasText: 'between us' }).waitFor();
    await ada.page.getByRole('link', { name: /Max Member/ }).click();
    await ada.page.locator('.message', { hasText: 'between us' }).waitFor();
    await expectAccessible(ada.page);
  });

  it('shows who is present, who is typing, and the statuses of users', async () => {
    const talk = ada.page.getByRole('link', { name: /Max Member active/ });
    await talk.locator('.here.is-active').waitFor();
    await max.page.locator('.compose textarea').pressSequentially('as I');
    await ada.page.getByText('Max Member is typing…').waitFor();
    await expectAccessible(ada.page);
    await say(max.page, 'as I said');
    await ada.page.locator('.message', { hasText: 'as I said' }).waitFor();
    await ada.page.getByText('Max Member is typing…').waitFor({ state: 'detached' });
    // What is begun and left is no longer being written.
    await max.page.locator('.compose textarea').pressSequentially('but');
    await ada.page.getByText('Max Member is typing…').waitFor();
    await max.page.getByRole('link', { name: 'Starred' }).click();
    await ada.page.getByText('Max Member is typing…').waitFor({ state: 'detached' });
    await max.page.getByRole('button', { name: 'Max Member your account' }).click();
    await max.page.getByLabel(/^Your status/).fill('on the train');
    await max.page.getByRole('checkbox', { name: 'Away' }).check();
    await expectAccessible(max.page);
    await max.page.getByRole('button', { name: 'Save', exact: true }).click();
    await ada.page.locator('.message .status', { hasText: 'away · on the train' }).first().waitFor();
    await expectAccessible(ada.page);
  });

  it('serves a bot by its key, and reports no presence for it', async () => {
    const { email, api_key: apiKey } = server.as('bot').account;
    const bot = await visit(browser(), server.base);
    await bot.page.evaluate(
      `sessionStorage.setItem('verbatim.session', ${JSON.stringify(JSON.stringify({ email, apiKey }))})`,
    );
    const asked: string[] = [];
    bot.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const followed = bot.page.waitForRequest(/\/api\/v1\/events/);
    await bot.page.reload();
    await bot.page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    await followed;
    expect(asked).to.not.include('/api/v1/users/me/presence');
    expect(bot.complaints).to.deep.equal([]);
    await bot.context.close();
  });

  it('searches with operators', async () => {
    const { page } = max;
    await page.getByLabel('Search messages').fill('stream:general sender:admin@dev.example sealed');
    await page.keyboard.press('Enter');
    await page.locator('.message .highlight', { hasText: 'sealed' }).waitFor();
    expect(await page.locator('.message').count()).to.equal(1);
  });

  it('works by keyboard alone', async () => {
    const { page } = ada;
    await page.goto(`${server.base}/#all`);
    await page.locator('.message', { hasText: 'one more' }).waitFor();
    // Out of the text.
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    // Faster than the page is painted: each row has the focus before the next key, also right after Escape.
    const focused = await page.evaluate(`(async () => {
      const dialog = document.querySelector('dialog');
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      dialog.close();
      const focused = [];
      for (const key of ['j', 'k', 'j', 'k', 'k', 'j', 'k']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        for (let turn = 0; turn < 10; turn += 1) await undefined;
        focused.push(document.activeElement.matches('.message.is-selected'));
      }
      return focused;
    })()`);
    expect(focused).to.deep.equal(Array(7).fill(true));
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await page.keyboard.type('said with keys');
    await page.keyboard.press('Enter');
    await page.locator('.message:not(.is-pending)', { hasText: 'said with keys' }).waitFor();
  });

  it('continues after the server was killed, and shows each message once', async () => {
    const { page } = max;
    const data = join(temporaryFolder(), 'data');
    const first = await startChild(data, { VERBATIM_SECRET: testSecret });
    const port = new URL(first.base).port;
    const sam = await visit(browser(), first.base);
    await enter(sam, 'spare@dev.example');
    await sam.page.goto(`${first.base}/#narrow/stream/1-general/topic/fire`);
    await say(sam.page, 'before', '#general › fire');
    await sam.page.locator('.message:not(.is-pending)', { hasText: 'before' }).waitFor();
    await first.kill();
    await sam.page.getByText('Not connected.').waitFor();
    await say(sam.page, 'meanwhile');
    await sam.page.locator('.message.is-pending', { hasText: 'meanwhile' }).waitFor();
    await expectAccessible(sam.page);
    const again = await startServer({ VERBATIM_DATA: data, VERBATIM_PORT: port });
    try {
      await again.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'fire', content: 'from Max' });
      await sam.page
        .getByRole('button', { name: 'Try now' })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      await sam.page.locator('.message:not(.is-pending)', { hasText: 'meanwhile' }).waitFor();
      await sam.page.locator('.message', { hasText: 'from Max' }).waitFor();
      await sam.page.getByText('Not connected.').waitFor({ state: 'detached' });
      expect(await sam.page.locator('.message', { hasText: 'meanwhile' }).count()).to.equal(1);
      expect(await sam.page.locator('.message.is-pending').count()).to.equal(0);
    } finally {
      await again.stop();
      await sam.context.close();
      await page.bringToFront();
    }
  });

  it('fits a phone, in the dark', async () => {
    const { page } = max;
    await page.setViewportSize({ width: 360, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Streams and conversations' }).click();
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.locator('.message', { hasText: 'one more' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    await expectAccessible(page);
  });
});
