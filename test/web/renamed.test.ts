/** What is written to a topic that is renamed. The page hears of no moves while it has no event queue. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, say } from './browser.ts';

describeInBrowser('what is written to a topic that is renamed', (browser) => {
  const { own, post, open, shown, hold } = asMember(browser, { past: () => post('tunnel', 'before') });
  const draft = '.compose textarea';
  const waiting = (text: string) =>
    own.max.page.locator('.is-pending', { hasText: text }).getByText('waits to be sent');
  const isOnline = (is: boolean) => own.max.context.setOffline(!is);
  /** The browser complains about each request that fails. */
  const forgetComplaints = () => own.max.complaints.splice(0);
  const to = (topic: string) => own.max.page.getByLabel(`Message #general › ${topic}`, { exact: true });

  before(() => open('tunnel', 'before'));
  afterEach(() => isOnline(true));

  /** A message that is answered with this waits longer than it would be tried at once. */
  const later = { status: 503, headers: { 'retry-after': '100' }, body: '{}' };
  /** The server gets the next message, and its answer is lost: the browser is offline by then. Settles when the server has it. */
  const losingAnswer = async () => {
    const { page } = own.max;
    const sent = withResolvers();
    await page.route(
      '**/api/v1/messages',
      async (route) => {
        await isOnline(false);
        await route.fetch();
        sent.resolve();
        await route.fulfill(later);
      },
      { times: 1 },
    );
    return { sent: sent.promise };
  };
  const rename = async (id: number, topic: string) =>
    succeeded(await own.server.as('admin').patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' }));
  /** Begins a topic, and returns the id of its message and of the event queue that reports it. */
  const begin = async (topic: string, content: string) => {
    const polled = own.max.page.waitForRequest((request) => request.url().includes('queue_id='));
    const id = await post(topic, content, 'admin');
    return { id, queue: String(new URL((await polled).url()).searchParams.get('queue_id')) };
  };
  const endQueue = async (queue: string) =>
    succeeded(await own.server.as('member').delete('/events', { queue_id: queue }));
  const listedIn = async (topic: string): Promise<unknown> => {
    const narrow = JSON.stringify([
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: topic },
    ]);
    const asked = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false };
    const { messages } = succeeded(await own.server.as('member').get('/messages', asked));
    return (messages as unknown as readonly { readonly content: string }[]).map(({ content }) => content);
  };

  it('follows its topic when that is renamed, also if the event queue has ended, and so does the reader', async () => {
    const { page } = own.max;
    const { id, queue } = await begin('former', 'there before');
    await open('former', 'there before');
    for (const [topic, isQueueGone] of [
      ['latter', false],
      ['last', true],
    ] as const) {
      await page.route('**/api/v1/messages', (route) => route.fulfill(later), { times: 1 });
      await say(page, `for the ${topic}`);
      await waiting(`for the ${topic}`).waitFor();
      await isOnline(false);
      await page.locator(draft).fill('a draft');
      await rename(id, topic);
      if (isQueueGone) await endQueue(queue);
      await isOnline(true);
      await shown(`for the ${topic}`).waitFor();
      await to(topic).waitFor();
      expect(await page.locator(draft).inputValue()).to.equal('a draft');
    }
    expect(await listedIn('last')).to.deep.equal(['there before', 'for the latter', 'for the last']);
    expect(await listedIn('former')).to.deep.equal([]);
    await page.locator(draft).fill('');
    forgetComplaints();
  });

  it('is sent once, also if its topic was renamed after the server got it and only the answer was lost', async () => {
    const { page } = own.max;
    const { id, queue } = await begin('before', 'in good time');
    await open('before', 'in good time');
    const { sent } = await losingAnswer();
    await say(page, 'just in time');
    await sent;
    await rename(id, 'after');
    // No event recognizes the message.
    await endQueue(queue);
    await isOnline(true);
    await shown('just in time').waitFor();
    await page.getByText('Not sent:').waitFor({ state: 'detached' });
    expect(await listedIn('after')).to.deep.equal(['in good time', 'just in time']);
    expect(await listedIn('before')).to.deep.equal([]);
    forgetComplaints();
  });

  it('is sent once, also if it followed its topic, that answer was lost, and the topic was renamed again', async () => {
    const { page } = own.max;
    const { id, queue } = await begin('one', 'begun');
    await open('one', 'begun');
    await page.route('**/api/v1/messages', (route) => route.fulfill(later), { times: 1 });
    await say(page, 'followed twice');
    await waiting('followed twice').waitFor();
    await isOnline(false);
    await rename(id, 'two');
    const { sent } = await losingAnswer();
    // No event recognizes the message.
    await endQueue(queue);
    await isOnline(true);
    await sent;
    await rename(id, 'three');
    await isOnline(true);
    await shown('followed twice').waitFor();
    await page.locator('.is-pending').waitFor({ state: 'detached' });
    await page.getByText('Not sent:').waitFor({ state: 'detached' });
    expect(await listedIn('three')).to.deep.equal(['begun', 'followed twice']);
    forgetComplaints();
  });

  it('is listed in the topic as it is called now, also while it still waits, and edited there', async () => {
    const { page } = own.max;
    const { id } = await begin('now', 'present');
    await open('now', 'present');
    await page.route('**/api/v1/messages', (route) => route.fulfill(later));
    await say(page, 'goes along');
    await waiting('goes along').waitFor();
    await rename(id, 'then');
    await to('then').waitFor();
    await waiting('goes along').waitFor();
    await page.getByText('Not sent:').waitFor({ state: 'detached' });
    await page.locator('.is-pending').getByRole('button', { name: 'Edit' }).click();
    expect(await to('then').inputValue()).to.equal('goes along');
    await to('then').fill('');
    forgetComplaints();
  });

  it('has the link of a file whose upload ends after it was renamed', async () => {
    const { page } = own.max;
    const { id } = await begin('with files', 'send it');
    await open('with files', 'send it');
    const uploads = await hold('**/api/v1/user_uploads');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await uploads.answered;
    await open('tunnel', 'before');
    await rename(id, 'with a file');
    await page.getByRole('link', { name: 'with a file' }).waitFor();
    uploads.release();
    await page.getByText('a.txt has been uploaded.').waitFor();
    await page.getByRole('link', { name: 'with a file' }).click();
    await to('with a file').waitFor();
    expect(await page.locator(draft).inputValue()).to.match(/^\[a\.txt\]\(/);
    await page.locator(draft).fill('');
  });

  it('comes after what is being typed in the topic to which it was moved', async () => {
    const { page } = own.max;
    const { id } = await begin('old', 'in the old one');
    await post('new', 'in the new one');
    await open('old', 'in the old one');
    await page.locator(draft).fill('an old draft');
    await open('new', 'in the new one');
    await to('new').click();
    await page.keyboard.type('what is ');
    await rename(id, 'new');
    await shown('in the old one').waitFor();
    await page.keyboard.type('typed');
    expect(await page.locator(draft).inputValue()).to.equal('what is typed\nan old draft');
    await page.locator(draft).fill('');
  });

  it('keeps its reader informed where it cannot be found out that it was renamed', async () => {
    const { page } = own.max;
    const { id, queue } = await begin('sought', 'where is it');
    await open('sought', 'where is it');
    await isOnline(false);
    await rename(id, 'found');
    await endQueue(queue);
    // The answer about where the message is now, but not the list of the topic.
    const isWhere = (url: URL) => url.pathname === '/api/v1/messages' && url.search.includes('num_before=1&');
    await page.route(isWhere, (route) => route.fulfill({ status: 400, body: '{"result":"error","msg":"not now"}' }));
    await isOnline(true);
    await page.getByRole('alert').getByText('not now').waitFor();
    await page.unroute(isWhere);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await to('found').waitFor();
    forgetComplaints();
  });
});
