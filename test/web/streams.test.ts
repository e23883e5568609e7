/**
 * Streams and topics that are muted, left or marked as read, so that their reader gets no notices about them; and streams that were
 * archived.
 */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { offeredBy, pick } from './acts.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible, say } from './browser.ts';

describeInBrowser('a stream on the web page', (browser) => {
  const { own, shown, titled } = asMember(browser);
  before(async () => {
    for (const name of ['member', 'admin'] as const)
      succeeded(await own.server.as(name).post('/users/me/subscriptions', { subscriptions: [{ name: 'noise' }] }));
  });
  const post = (to: string, content: string) => said(own.server.as('admin'), to, 'new', content);
  const all = 'All messages – Verbatim Dev';

  it('counts and is among all messages until it is muted, wherever that is done', async () => {
    const { page } = own.max;
    const { stream_id: id } = succeeded(await own.server.as('member').get('/get_stream_id', { stream: 'noise' }));
    await post('noise', 'before');
    await page.locator('.message', { hasText: 'before' }).waitFor();
    await titled(`(1) ${all}`);
    const muted = [{ stream_id: id, property: 'is_muted', value: true }];
    succeeded(await own.server.as('member').post('/users/me/subscriptions/properties', { subscription_data: muted }));
    await titled(all);
    await page.locator('.message', { hasText: 'before' }).waitFor({ state: 'detached' });
    await post('noise', 'noise');
    await post('general', 'music');
    await page.locator('.message', { hasText: 'music' }).waitFor();
    expect(await page.locator('.message', { hasText: 'noise' }).count()).to.equal(0);
    await page.reload();
    await page.locator('.message', { hasText: 'music' }).waitFor();
    expect(await page.locator('.message', { hasText: /noise|before/ }).count()).to.equal(0);
  });

  it('shows what its reader writes there from among all messages', async () => {
    const { page } = own.max;
    await pick(page.getByRole('combobox', { name: 'Stream or person' }), '#noise');
    await page.getByLabel('Topic', { exact: true }).fill('mine');
    await say(page, 'into the noise', '#noise');
    await page.waitForURL(/topic\/mine$/);
    await page.locator('.message:not(.is-pending)', { hasText: 'into the noise' }).waitFor();
  });

  it('is muted and unmuted, and so is a topic, with a button or a key', async () => {
    const { page } = own.max;
    const side = page.getByRole('navigation', { name: 'Streams and conversations' });
    await page.getByRole('button', { name: 'Unmute stream' }).click();
    await page.getByRole('status').getByText('#noise is no longer muted.').waitFor();
    await side.getByRole('link', { name: /^# noise(?!.*muted)/ }).waitFor();
    await page.keyboard.press('M');
    await page.getByRole('status').getByText('#noise › mine is muted.').waitFor();
    await side.getByRole('link', { name: /^mine\s*muted$/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unmute topic' }).click();
    await side.getByRole('link', { name: 'mine', exact: true }).waitFor();
    await side.getByRole('link', { name: '# noise' }).click();
    await page.getByRole('button', { name: 'Mute stream' }).click();
    await side.getByRole('link', { name: /^# noise\s*muted/ }).waitFor();
  });

  it('is marked as read, and so are a topic, a private conversation and everything', async () => {
    const { page } = own.max;
    const [ada, base] = [own.server.as('admin'), own.server.base];
    const to = JSON.stringify([own.server.as('member').account.user_id]);
    const content = 'tall\n'.repeat(30);
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await page.goto(`${base}/#narrow/is/starred`);
    for (const [address, name] of [
      ['narrow/stream/1-general/topic/tall', 'Mark as read'],
      ['narrow/stream/1-general', 'Mark as read'],
      [`narrow/pm-with/${ada.account.user_id}`, 'Mark as read'],
      ['all', 'Mark all as read'],
    ] as const) {
      const place = address.includes('pm-with')
        ? { type: 'private', to }
        : { type: 'stream', to: 'general', topic: 'tall' };
      for (let count = 1; count <= 4; count += 1) succeeded(await ada.post('/messages', { ...place, content }));
      await titled('(4) Starred – Verbatim Dev');
      await page.goto(`${base}/#${address}`);
      await page.locator('.message').first().waitFor();
      if (name === 'Mark all as read') page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name }).click();
      await page.getByRole('status').getByText('Marked as read.').waitFor();
      // It keeps the focus, though there is nothing left for it.
      await page.getByRole('button', { name, disabled: true }).and(page.locator(':focus')).waitFor();
      await page.goto(`${base}/#narrow/is/starred`);
      await titled('Starred – Verbatim Dev');
    }
  });

  it('no longer counts when the user leaves it, nor after they join again', async () => {
    const { page } = own.max;
    await page.getByRole('link', { name: 'Starred' }).click();
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await titled('Starred – Verbatim Dev');
    await post('general', 'unread');
    await titled('(1) Starred – Verbatim Dev');
    succeeded(await own.server.as('member').delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    await titled('Starred – Verbatim Dev');
    await page.keyboard.press('n');
    await page.getByText('Everything is read.').waitFor();
    const again = { subscriptions: [{ name: 'general' }] };
    succeeded(await own.server.as('member').post('/users/me/subscriptions', again));
    await page.getByRole('link', { name: '# general', exact: true }).waitFor();
    await titled('Starred – Verbatim Dev');
  });

  /** A stream of Ada's with one message, and these subscribers; its id. */
  const made = async (name: string, principals: readonly number[] = []): Promise<number> => {
    const ada = own.server.as('admin');
    const all = [ada.account.user_id, ...principals];
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: all }));
    await said(ada, name, 'hello', `said in ${name}`);
    return Number(succeeded(await ada.get('/get_stream_id', { stream: name })).stream_id);
  };
  const read = async (name: string, id: number): Promise<void> => {
    await own.max.page.goto(`${own.server.base}/#narrow/stream/${id}-${name}/topic/hello`);
    await shown(`said in ${name}`).waitFor();
  };

  it('keeps its name when it is archived', async () => {
    const { page } = own.max;
    const id = await made('harvest', [own.server.as('member').account.user_id]);
    await read('harvest', id);
    succeeded(await own.server.as('admin').delete(`/streams/${id}`));
    await page.getByRole('navigation').getByRole('link', { name: 'harvest' }).waitFor({ state: 'detached' });
    const heading = page.getByRole('heading', { name: 'harvest', level: 2 });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await titled('#harvest › hello – Verbatim Dev');
  });

  it('is no longer shown when it becomes private', async () => {
    const { page, complaints } = own.max;
    const id = await made('garden');
    await read('garden', id);
    succeeded(await own.server.as('admin').patch(`/streams/${id}`, { is_private: true }));
    await shown('said in garden').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('unknown stream').waitFor();
    // The browser logs the answer, too.
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('is found among three thousand by its name, when a message is written and when people are invited', async () => {
    const { page } = own.max;
    const many = Array.from({ length: 3000 }, (_, at) => ({ stream_id: 10_000 + at, name: `stream ${at}` }));
    await page.route('**/api/v1/register', async (route) => {
      const response = await route.fetch();
      const state = await response.json();
      for (const list of ['streams', 'subscriptions'])
        state[list].push(...many.map((one) => ({ ...state[list][0], ...one })));
      await route.fulfill({ response, json: state });
    });
    await page.goto(`${own.server.base}/#invitations`);
    await page.reload();
    const first = page.getByRole('combobox', { name: 'Streams to begin with' });
    expect(await offeredBy(first)).to.have.length(50);
    await first.fill('stream 2998');
    expect(await offeredBy(first)).to.deep.equal(['#stream 2998']);
    await first.press('Enter');
    await page.getByRole('button', { name: 'Remove #stream 2998' }).waitFor();
    await pick(first, '#stream 2999');
    await page.getByRole('button', { name: 'Remove #stream 2998' }).press('Enter');
    await first.and(page.locator(':focus')).waitFor();
    await pick(first, 'stream 3000');
    expect(await first.evaluate((one) => one.matches(':invalid'))).to.equal(true);
    await first.fill('');
    await page.getByLabel('E-mail addresses').fill('ivy@dev.example');
    await page.route('**/api/v1/invites', (route) => route.fulfill({ json: { result: 'success', invite_links: [] } }));
    const asked = page.waitForRequest(/\/invites$/);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const ids = JSON.parse(new URLSearchParams((await asked).postData() ?? '').get('stream_ids') ?? '');
    expect(ids).to.include(12_999).and.not.to.include(12_998);
    await page.goto(`${own.server.base}/#all`);
    const place = page.getByRole('combobox', { name: 'Stream or person' });
    expect(await offeredBy(place)).to.have.length(50);
    await pick(place, 'stream 2999');
    await page.getByLabel('Message #stream 2999', { exact: true }).waitFor();
    expect(await place.inputValue()).to.equal('#stream 2999');
  });

  it('has people added to it by those who are in it, which a private stream needs', async () => {
    const { page } = own.max;
    const made = { subscriptions: [{ name: 'board' }], invite_only: true };
    succeeded(await own.server.as('member').post('/users/me/subscriptions', made));
    await page.getByRole('navigation').getByRole('link', { name: 'board', exact: true }).click();
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people to #board' });
    await dialog.getByRole('searchbox').fill('ada');
    await dialog.getByRole('checkbox', { name: /^Ada Admin/ }).check();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Ada Admin: added to #board.').waitFor();
    await page.getByRole('button', { name: 'Add people' }).and(page.locator(':focus')).waitFor();
    const { subscriptions = [] } = succeeded(await own.server.as('admin').get('/users/me/subscriptions'));
    expect(JSON.stringify(subscriptions)).to.include('"name":"board"');
    // A conversation with people has no such button.
    await page.goto(`${own.server.base}/#narrow/pm-with/${own.server.as('admin').account.user_id}`);
    await page.getByLabel('Message Ada Admin', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Add people' }).count()).to.equal(0);
  });
});
