/** Desktop notifications. In place of the browser’s own, the page has ones that are kept, and a tab can say that it is not in front. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, enter, expectAccessible, expectFitsTelephone } from './browser.ts';

/** Runs in the page before its own code. `answer`: the user's answer when the browser asks. */
const replaced = `
  if (!localStorage.getItem('permission')) localStorage.setItem('permission', 'default');
  globalThis.raised = [];
  globalThis.answer = 'granted';
  globalThis.Notification = class {
    static get permission() { return localStorage.getItem('permission'); }
    static async requestPermission() { localStorage.setItem('permission', answer); return answer; }
    constructor(title, options) {
      Object.assign(this, { title, ...options });
      for (const one of raised) if (one.tag === this.tag) one.close();
      raised.push(this);
    }
    close() {
      if (this.isClosed) return;
      this.isClosed = true;
      this.onclose?.();
    }
  };
  let isInFront = true;
  Object.defineProperty(document, 'visibilityState', { get: () => (isInFront ? 'visible' : 'hidden') });
  globalThis.turn = (to) => {
    isInFront = to;
    document.dispatchEvent(new Event('visibilitychange'));
  };`;

describeInBrowser('a desktop notification', (browser) => {
  const { own, post, shown } = asMember(browser);
  before(async () => {
    await own.max.context.addInitScript(replaced);
    await own.max.page.reload();
    await own.max.page.getByText('There are no messages here.').waitFor();
  });

  const [from, owner] = ['Ada Admin', 'Olive Owner'];
  const write = async (content: string, to: readonly string[] = ['member@dev.example']) =>
    Number(succeeded(await own.server.as('admin').post('/messages', { type: 'private', to, content })).id);
  const settle = async (settings: Readonly<Record<string, boolean>>) =>
    succeeded(await own.server.as('member').patch('/settings/notifications', settings));
  /** Resolves when a condition holds in the page. */
  const until = (condition: string, page = own.max.page): Promise<unknown> =>
    page.evaluate(`new Promise((done) => {
      const look = () => (${condition} ? done() : requestAnimationFrame(look));
      look();
    })`);
  /** The notifications until one says `last`, which is then removed: title and text of each. */
  const raisedUntil = async (last: string, page = own.max.page): Promise<string[]> => {
    await until(`raised.some(({ body }) => body === ${JSON.stringify(last)})`, page);
    return page.evaluate(`raised.splice(0).map(({ title, body }) => title + ': ' + body)`);
  };
  const notified = (page = own.max.page): Promise<string[]> =>
    page.evaluate(`raised.filter(({ isClosed }) => !isClosed).map(({ body }) => body)`);
  const turn = (to: boolean, page = own.max.page) => page.evaluate(`turn(${to})`);
  const open = async () => own.max.page.getByRole('button', { name: 'Notifications' }).click();

  /** Makes `fire` an alert word, and `smoke` none any more. */
  const chooseWords = async () => {
    const { page } = own.max;
    await open();
    const words = page.getByRole('region', { name: 'Alert words' });
    for (const word of ['fire', 'smoke']) {
      await words.getByLabel('Another word or phrase').fill(` ${word} `);
      await page.keyboard.press('Enter');
      await words.getByRole('status').getByText(`“${word}” is an alert word.`).waitFor();
      await words.getByRole('button', { name: `Remove ${word}` }).waitFor();
    }
    await expectAccessible(page);
    await words.getByRole('button', { name: 'Remove smoke' }).press('Enter');
    await words.getByRole('button', { name: 'Remove smoke' }).waitFor({ state: 'detached' });
    await words.getByLabel('Another word or phrase').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    const { alert_words: left } = succeeded(await own.server.as('member').get('/users/me/alert_words'));
    expect(left).to.deep.equal(['fire']);
  };

  it('is shown only after the visitor has asked for it, and the browser’s refusal is shown', async () => {
    const { page } = own.max;
    await turn(false);
    await write('too early');
    await page.locator('.message', { hasText: 'too early' }).waitFor();
    await page.evaluate(`answer = 'default'`);
    await open();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('You have not allowed it in the browser.').waitFor();
    await page.evaluate(`answer = 'denied'`);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('The browser does not allow this page').waitFor();
    expect(await page.evaluate('raised')).to.deep.equal([]);
    await page.evaluate(`localStorage.setItem('permission', 'default')`);
    await page.keyboard.press('Escape');
    await page.evaluate(`answer = 'granted'`);
    await open();
    await page.getByRole('button', { name: 'Turn on' }).click();
    expect(await raisedUntil('Notifications are on.')).to.deep.equal(['Verbatim: Notifications are on.']);
    await page.getByRole('checkbox', { name: 'With a sound' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('are about private messages, mentions and alert words, and nothing else', async () => {
    await turn(false);
    const subscribed = { subscriptions: [{ name: 'noise' }] };
    for (const name of ['member', 'admin'] as const)
      succeeded(await own.server.as(name).post('/users/me/subscriptions', subscribed));
    const noise = succeeded(await own.server.as('member').get('/get_stream_id', { stream: 'noise' })).stream_id;
    const muted = [{ stream_id: noise, property: 'is_muted', value: true }];
    succeeded(await own.server.as('member').post('/users/me/subscriptions/properties', { subscription_data: muted }));
    const muting = { stream: 'general', topic: 'muted', op: 'add' };
    succeeded(await own.server.as('member').patch('/users/me/subscriptions/muted_topics', muting));
    await post('topic', 'to nobody');
    await post('topic', '@**Max Member** from myself', 'member');
    await post('muted', '@**Max Member** muted topic', 'admin');
    const inNoise = { type: 'stream', to: 'noise', topic: 'topic', content: '@**Max Member** muted stream' };
    succeeded(await own.server.as('admin').post('/messages', inNoise));
    await post('topic', '@**Max Member** mentioned', 'admin');
    await post('another', '@**all** everybody', 'admin');
    await chooseWords();
    await post('alarm', 'Fire!', 'admin');
    await own.max.page.locator('.message.is-mentioned', { hasText: 'Fire!' }).waitFor();
    await post('muted', 'fire in a muted topic', 'admin');
    await write('private');
    await write('among three', ['member@dev.example', 'owner@dev.example']);
    expect(await raisedUntil('among three')).to.deep.equal([
      `${from}, #general › topic: @Max Member mentioned`,
      `${from}, #general › another: @all everybody`,
      `${from}, #general › alarm: Fire!`,
      `${from}: private`,
      `${from} to you and ${owner}: among three`,
    ]);
  });

  it('follows the settings of the account, which the page can change', async () => {
    const { page } = own.max;
    await settle({ wildcard_mentions_notify: false });
    await open();
    const box = (name: string) => page.getByRole('checkbox', { name });
    expect(await box('Private messages, mentions and alert words').isChecked()).to.equal(true);
    expect(await box('Mentions of everybody').isChecked()).to.equal(false);
    await box('All messages in streams').check();
    await box('Show what private messages say').uncheck();
    await box('With a sound').uncheck();
    await expectFitsTelephone(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await post('topic', 'in a stream', 'admin');
    await write('secret');
    await until('raised.length === 2');
    expect(await page.evaluate('raised.map(({ silent }) => silent)')).to.deep.equal([true, true]);
    expect(await raisedUntil('Private message')).to.deep.equal([
      `${from}, #general › topic: in a stream`,
      `${from}: Private message`,
    ]);
    await settle({ enable_stream_desktop_notifications: false, pm_content_in_desktop_notifications: true });
    await post('topic', '@**all** no longer', 'admin');
    await write('last');
    expect(await raisedUntil('last')).to.deep.equal([`${from}: last`]);
  });

  it('has short and plain text, without the content of a spoiler', async () => {
    await write('*a* :smile: $$x^2$$ <b>\n```spoiler Guess\nwho\n```\n> quoted');
    expect(await raisedUntil('a 🙂 x^2 <b> Guess … quoted')).to.have.length(1);
    await write('😀'.repeat(300));
    await raisedUntil(`${'😀'.repeat(199)}…`);
  });

  it('is one for each conversation, and is removed when its message is read or deleted', async () => {
    const [first] = [await write('one'), await write('two')];
    await until('raised.length === 2');
    expect(await notified()).to.deep.equal(['two']);
    const gone = await post('deleted', '@**Max Member** deleted', 'admin');
    await until('raised.length === 3');
    succeeded(await own.server.as('admin').delete(`/messages/${gone}`));
    await until('raised[2].isClosed');
    succeeded(await own.server.as('member').post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }));
    expect(await notified()).to.deep.equal(['two']);
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await until('raised[1].isClosed');
    await raisedUntil('two');
  });

  it('opens its conversation when it is clicked', async () => {
    const { page } = own.max;
    await write('open me');
    await until('raised.length === 1');
    await open();
    await page.getByRole('dialog').waitFor();
    await page.evaluate('raised[0].onclick()');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await shown('open me').waitFor();
    expect(page.url()).to.include('#narrow/pm-with/');
    expect(await notified()).to.deep.equal([]);
    await raisedUntil('open me');
  });

  it('is not shown for a conversation that is open in front, in this tab or another', async () => {
    const { page, context, complaints } = own.max;
    await turn(true);
    await write('seen here');
    await post('topic', '@**Max Member** first', 'admin');
    expect(await raisedUntil('@Max Member first')).to.have.length(1);
    const other = { page: await context.newPage(), context, complaints };
    await other.page.goto(own.server.base);
    await enter(other, 'member@dev.example');
    await turn(false);
    await other.page.goto(page.url());
    await other.page.locator('.message', { hasText: 'seen here' }).waitFor();
    await write('seen there');
    await post('topic', '@**Max Member** second', 'admin');
    expect(await raisedUntil('@Max Member second')).to.have.length(1);
    await turn(false, other.page);
    await write('by one');
    expect(await raisedUntil('by one')).to.have.length(1);
    await other.page.locator('.message', { hasText: 'by one' }).waitFor();
    expect(await notified(other.page)).to.deep.equal([]);
    // The queue of the first tab is gone, and it gets no other one.
    const refused = { status: 400, json: { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' } };
    await page.route('**/api/v1/register', (route) => route.fulfill(refused));
    const poll = page.waitForRequest(/api\/v1\/events\?/);
    await write('once more by one');
    const queue = new URL((await poll).url()).searchParams.get('queue_id');
    succeeded(await own.server.as('member').delete('/events', { queue_id: String(queue) }));
    await page.getByText('Not now').waitFor();
    await write('by the other');
    expect(await raisedUntil('by the other', other.page)).to.have.length(1);
    expect(complaints.splice(0)).to.have.length(2);
    await other.page.close();
    await page.unroute('**/api/v1/register');
    await page.goto(own.server.base);
  });

  it('is not offered if the browser does not support it', async () => {
    const { page } = own.max;
    await page.evaluate(`globalThis.Notification = class { static permission = 'default';
      static async requestPermission() { this.permission = 'granted'; }
      constructor() { throw new TypeError('Illegal constructor'); } }`);
    await open();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('The browser shows no notifications of this page.').waitFor();
  });
});
