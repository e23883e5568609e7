/**
 * The field in which a message is written or edited: input methods, what is pasted or dropped, what happens meanwhile, and keys that are
 * typed before the page is painted, or before the browser has reported a new address.
 */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { pick } from './acts.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

const add = (name: string): string => `data.items.add(new File(['x'], '${name}', { type: 'image/png' }))`;

/** Runs in the page. `rendered` resolves when Preact has rendered, which it does before the browser paints. */
const inPage = `
  const rendered = async () => { for (let turn = 0; turn < 10; turn += 1) await undefined; };
  const type = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const text = () => document.querySelector('.compose textarea');`;

describeInBrowser('the field for a message', (browser) => {
  const { own, post, write, read, shown, open, edit, hold, fill } = asMember(browser);
  const field = () => own.max.page.locator('.compose textarea');

  before(async () => {
    await post('writing', 'written here');
    await open('writing', 'written here');
  });
  afterEach(() => field().fill(''));

  /** Dispatches an event with data, and returns whether its default action is prevented. */
  const given = (selector: string, type: 'paste' | 'drop', data: string) =>
    own.max.page.evaluate(`(() => {
      const data = new DataTransfer();
      ${data};
      const about = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
      const event = new ('${type}' === 'paste' ? ClipboardEvent : DragEvent)('${type}', about);
      document.querySelector('${selector}').dispatchEvent(event);
      return event.defaultPrevented;
    })()`);

  it('leaves keys to an input method while it composes', async () => {
    const { page } = own.max;
    await field().pressSequentially('@a');
    await page.getByRole('option').first().waitFor();
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      await field().dispatchEvent('keydown', { key: 'Enter', cancelable: true, ...composing });
    expect(await field().inputValue()).to.equal('@a');
  });

  it('uses the text of copied content that also has a format and a picture', async () => {
    const text = `data.setData('text/plain', 'a'); data.setData('text/html', '<td>a</td>')`;
    expect(await given('.compose textarea', 'paste', `${text}; ${add('copied.png')}`)).to.equal(false);
    expect(await given('.compose textarea', 'paste', add('pasted.png'))).to.equal(true);
    await own.max.page.getByText('pasted.png has been uploaded.').waitFor();
  });

  it('uploads each of several chosen files', async () => {
    const { page } = own.max;
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.locator('.compose input[type=file]').setInputFiles([file('first.txt'), file('second.txt')]);
    await page.getByText('second.txt has been uploaded.').waitFor();
    expect(await field().inputValue()).to.match(/^\[first\.txt\]\(\S+ \[second\.txt\]\(\S+ $/);
  });

  it('says for as long as it takes that a file is uploaded, and leaves the focus where its writer types', async () => {
    const { page } = own.max;
    const { release, answered } = await hold('**/api/v1/user_uploads', 1);
    await page.clock.install();
    await page
      .locator('.compose input[type=file]')
      .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await answered;
    await page.clock.fastForward(60_000);
    const search = page.getByRole('searchbox', { name: 'Search messages' });
    await search.focus();
    await page.getByText('Uploading long.txt…').waitFor();
    release();
    await page.getByText('long.txt has been uploaded.').waitFor();
    expect(await field().inputValue()).to.include('[long.txt]');
    await search.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
  });

  it('uploads files that are dropped anywhere, and leaves texts to the browser', async () => {
    const { page } = own.max;
    expect(await given('.compose textarea', 'drop', `data.setData('text/plain', 'words')`)).to.equal(false);
    expect(await given('.feed-scroll', 'drop', add('dropped.png'))).to.equal(true);
    await page.getByText('dropped.png has been uploaded.').waitFor();
    expect(await field().inputValue()).to.match(/^\[dropped\.png\]/);
  });

  it('of an edit accepts nothing before its text is loaded, even if only its topic is changed', async () => {
    const id = await post('early', 'precious words');
    await open('early', 'precious words');
    const { page, complaints } = own.max;
    await page.route(`**/api/v1/messages/${id}?*`, (route) => route.fulfill({ status: 400, body: '{}' }), { times: 1 });
    const form = await edit('precious words');
    const again = form.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(complaints.splice(0)).to.have.length(1);
    const { release } = await hold(`**/api/v1/messages/${id}?*`);
    await again.click();
    const field = form.getByPlaceholder('Loading the text…');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.isEditable()).to.equal(false);
    // No shortcut either, which would leave the topic.
    await page.keyboard.press('a');
    await form.getByLabel('Topic').fill('renamed');
    expect(await form.getByLabel('Topic').getAttribute('dir')).to.equal('auto');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await form.getByRole('button', { name: 'Save' }).click();
    await saved;
    release();
    expect(succeeded(await own.server.as('member').get(`/messages/${id}`)).raw_content).to.equal('precious words');
  });

  it('of an edit is kept while it is scrolled away, and does not move back what was moved meanwhile', async () => {
    const { page } = own.max;
    const id = await post('edited', 'to be edited');
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    const form = await edit('to be edited');
    await form.getByLabel('The message').fill('edited at length');
    await fill('edited', 8, 'pushes it away');
    await form.waitFor({ state: 'detached' });
    succeeded(await own.server.as('admin').patch(`/messages/${id}`, { topic: 'moved' }));
    await page.locator('.feed-scroll').hover();
    for (let turns = 0; (await form.count()) === 0 && turns < 20; turns += 1) await page.mouse.wheel(0, -700);
    expect(await form.getByLabel('The message').inputValue()).to.equal('edited at length');
    await form.getByRole('button', { name: 'Save' }).click();
    await shown('edited at length').getByRole('button', { name: 'edited' }).waitFor();
    expect((await read(id))?.subject).to.equal('moved');
  });

  it('of an edit is kept through a reload, and shown as unsaved until it is saved', async () => {
    const { page } = own.max;
    await post('kept', 'to be kept');
    await open('kept', 'to be kept');
    await (await edit('to be kept')).getByLabel('The message').and(page.locator(':read-write')).fill('kept at length');
    await page.reload();
    const unsaved = shown('to be kept').getByText('Your edit is not saved.');
    await unsaved.waitFor();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    const field = page.locator('form.edit').getByLabel('The message');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).to.equal('kept at length');
    await page.keyboard.press('Control+Enter');
    await shown('kept at length').waitFor();
    expect(await unsaved.count()).to.equal(0);
  });

  it('of an edit becomes a draft in the conversation when its message is deleted', async () => {
    const { page } = own.max;
    const id = await write('writing', 'soon deleted');
    await open('writing', 'soon deleted');
    const form = await edit('soon deleted');
    await form.getByLabel('The message').fill('written at length');
    succeeded(await own.server.as('admin').delete(`/messages/${id}`));
    await page.getByRole('status').getByText('The message that you were editing was deleted.').waitFor();
    expect(await field().inputValue()).to.equal('written at length');
    await field().and(page.locator(':focus')).waitFor();
  });

  it('of an edit is forgotten with a message that is deleted while its form is closed', async () => {
    const { page } = own.max;
    const id = await write('written', 'gone before long');
    await open('written', 'gone before long');
    await (await edit('gone before long'))
      .getByLabel('The message')
      .and(page.locator(':read-write'))
      .fill('secret words');
    await open('writing', 'written here');
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
    expect(await kept()).to.include('secret words');
    succeeded(await own.server.as('admin').delete(`/messages/${id}`));
    await post('writing', 'told later');
    await shown('told later').waitFor();
    expect(await kept()).not.to.include('secret words');
    expect(await field().inputValue()).to.equal('');
  });

  it('is sent to the place that its writer chooses while writing', async () => {
    const { page } = own.max;
    succeeded(await own.server.as('member').post('/users/me/subscriptions', { subscriptions: [{ name: 'aside' }] }));
    await post('from here', 'said here', 'admin');
    await open('from here', 'said here');
    const field = page.locator('.compose textarea');
    await field.fill('to somebody else');
    await page.getByRole('button', { name: 'Change' }).press('Enter');
    const place = page.getByRole('combobox', { name: 'Stream or person' });
    await place.and(page.locator(':focus')).waitFor();
    for (const stream of ['#aside', '', '#general']) {
      await pick(place, stream);
      expect(await field.inputValue()).to.equal('to somebody else');
    }
    await pick(place, 'nowhere');
    await page.getByRole('alert').getByText('No stream or person has this name.').waitFor();
    await field.press('Enter');
    await place.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).to.equal('to somebody else');
    // A click that leaves the field may be the one that sends.
    await place.fill('sid');
    await field.click();
    await page.getByRole('alert').getByText('No stream or person has this name.').waitFor();
    // A part of the only name with it suffices. The field is left with Tab.
    await place.fill('sid');
    await page.keyboard.press('Tab');
    expect(await place.inputValue()).to.equal('#aside');
    await place.fill('a');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').getByText('No stream or person has this name.').waitFor();
    await pick(place, 'ada admin');
    await page.getByLabel('Message Ada Admin', { exact: true }).and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).to.equal('to somebody else');
    await field.fill('');
    await open('from here', 'said here');
    expect(await field.inputValue()).to.equal('');
  });

  it('keeps the topic of a new one while its writer looks elsewhere, and when another stream is chosen', async () => {
    const { page } = own.max;
    const topic = page.getByLabel('Topic', { exact: true });
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    await page.getByLabel('Message #general', { exact: true }).fill('a long text');
    await topic.fill('a name that was hard to find');
    await open('from here', 'said here');
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    await page.getByLabel('Message #general', { exact: true }).waitFor();
    expect(await topic.inputValue()).to.equal('a name that was hard to find');
    const { release } = await hold('**/api/v1/register', 1);
    await page.reload();
    const place = page.getByRole('combobox', { name: 'Stream or person' });
    // Nothing is known by that name yet.
    expect(await place.isEditable()).to.equal(false);
    release();
    await pick(place, '#aside');
    expect(await topic.inputValue()).to.equal('a name that was hard to find');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send' }).click();
    await shown('a long text').waitFor();
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    await page.getByLabel('Message #general', { exact: true }).waitFor();
    expect(await topic.inputValue()).to.equal('');
  });

  it('follows a topic that is renamed while its writer looks elsewhere', async () => {
    const { page } = own.max;
    const id = await post('first name', 'said under the first name');
    await open('first name', 'said under the first name');
    await field().fill('about it');
    await open('from here', 'said here');
    succeeded(
      await own.server.as('admin').patch(`/messages/${id}`, { topic: 'second name', propagate_mode: 'change_all' }),
    );
    await page.locator('.topics').getByText('second name').click();
    await page.getByLabel('Message #general › second name', { exact: true }).waitFor();
    expect(await field().inputValue()).to.equal('about it');
  });

  describe('what is typed immediately', () => {
    it('is the topic, and the next message there', async () => {
      const { page } = own.max;
      await page.goto(`${own.server.base}/#all`);
      await page.getByRole('navigation').getByRole('link', { name: 'general' }).waitFor();
      await page.evaluate(`(async () => {${inPage}
        const opened = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
        location.hash = '#narrow/stream/1-general';
        await opened;
        await rendered();
        type(document.querySelector('[aria-label=Topic]'), 'launch');
        await rendered();
        type(text(), 'the first');
        await rendered();
        text().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        await rendered();
        type(text(), 'the second');
      })()`);
      await shown('the first').waitFor();
      expect(page.url()).to.include('/topic/launch');
      expect(await page.getByLabel('Message #general › launch', { exact: true }).inputValue()).to.equal('the second');
    });

    it('is the name that a dialog asks for, with or without spaces around it', async () => {
      const { page } = own.max;
      const focused = await page.evaluate(`(async () => {${inPage}
        document.querySelector('[aria-label="Find or create a stream"]').click();
        await rendered();
        return document.activeElement.getAttribute('aria-label');
      })()`);
      expect(focused).to.equal('Name of a stream');
      await page.keyboard.type(' General ');
      await page.getByRole('dialog').getByRole('link', { name: '#general' }).waitFor();
      await page.keyboard.press('Escape');
    });
  });
});
