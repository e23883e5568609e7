/** The page with the keyboard alone, and what a screen reader announces. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible } from './browser.ts';

describeInBrowser('the keyboard', (browser) => {
  const { own, post, read, postAll, open, shown, titled } = asMember(browser);

  it('types into the first field of a dialog, on a screen without messages too, and into the message after it', async () => {
    const { page } = own.max;
    await page.getByRole('link', { name: 'Check a proof' }).click();
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: 'Write privately' });
    await dialog.waitFor();
    await page.keyboard.type('ada');
    expect(await dialog.getByRole('searchbox').inputValue()).to.equal('ada');
    await dialog.getByRole('status').getByText('Ada Admin').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Message Ada Admin', { exact: true }).and(page.locator(':focus')).waitFor();
    // Nothing else gives it the focus.
    await page.getByRole('link', { name: 'Check a proof' }).click();
    await page.getByRole('heading', { name: 'Check a proof' }).waitFor();
    const starred = page.getByRole('link', { name: 'Starred' });
    await starred.click();
    await page.getByText('There are no messages here.').waitFor();
    // What asks for the focus gets it before the second frame from now.
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
    expect(await starred.and(page.locator(':focus')).count()).to.equal(1);
  });

  it('offers people to write to until their account is deactivated', async () => {
    const { page } = own.max;
    const owner = own.server.as('owner');
    const { user_id: id } = own.server.as('spare').account;
    await page.keyboard.press('x');
    const sam = page.getByRole('checkbox', { name: /^Sam Spare/ });
    await sam.waitFor();
    succeeded(await owner.delete(`/users/${id}`));
    await sam.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Write privately' }).click();
    await page.getByRole('checkbox', { name: /^Ada Admin/ }).waitFor();
    expect(await sam.count()).to.equal(0);
    succeeded(await owner.post(`/users/${id}/reactivate`));
    await sam.check();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    // It shows what was said to them before.
    await page.waitForURL(/pm-with/);
    await page.keyboard.press('Escape');
  });

  it('keeps the button of a dialog in sight below a long list', async () => {
    const { page } = own.max;
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.keyboard.press('x');
    await page.getByRole('checkbox', { name: /^Ada Admin/ }).check();
    const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Write', exact: true }).boundingBox()) ?? {};
    expect(y + height).to.be.below(300);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("edits the visitor's own messages, and not those of others", async () => {
    const { page } = own.max;
    await post('editing', 'of Ada', 'admin');
    await post('editing', 'of Max');
    await open('editing', 'of Max');
    await shown('of Ada').click();
    await page.keyboard.press('e');
    await shown('of Max').click();
    await page.keyboard.press('e');
    const fields = page.getByLabel('The message', { exact: true });
    await fields.and(page.locator(':focus:read-write')).waitFor();
    expect(await fields.count()).to.equal(1);
    expect(await fields.inputValue()).to.equal('of Max');
    await page.keyboard.press('Escape');
  });

  it('is at a message again after it was edited, and continues after one that was deleted', async () => {
    const { page } = own.max;
    const focused = (text: string) => shown(text).and(page.locator(':focus')).waitFor();
    const ids = [];
    for (const text of ['step 1', 'step 2', 'step 3', 'step 4']) ids.push(await post('steps', text));
    await open('steps', 'step 4');
    await shown('step 2').click();
    await page.keyboard.press('e');
    await page.getByLabel('The message', { exact: true }).and(page.locator(':focus:read-write')).waitFor();
    await page.keyboard.press('Escape');
    await focused('step 2');
    await page.keyboard.press('e');
    await page.getByLabel('The message', { exact: true }).and(page.locator(':focus:read-write')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' of 4');
    await page.keyboard.press('Control+Enter');
    await focused('step 2 of 4');
    // A dialog about it is closed with it.
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Every version' }).getByText('by Max Member').first().waitFor();
    succeeded(await own.server.as('admin').delete(`/messages/${ids[1]}`));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await focused('step 3');
  });

  it('begins at a visible message, and goes to the newest one from there', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#narrow/is/starred`);
    await page.getByText('There are no messages here.').waitFor();
    // More than are loaded at once.
    const id = await postAll('long', Array<string>(69).fill('between\n'.repeat(30)), 'admin');
    await post('long', 'the newest', 'admin');
    await page.goto(`${own.server.base}/#narrow/stream/1-general/topic/long/near/${id}`);
    const oldest = page.locator(`[data-key="${id}"]`);
    await oldest.waitFor();
    await page.keyboard.press('k');
    await oldest.locator('.is-selected').waitFor();
    await page.keyboard.press('End');
    await shown('the newest').waitFor();
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
  });

  it('belongs to what is on the screen', async () => {
    const { page } = own.max;
    const id = await post('steps', 'out of sight');
    await open('steps', 'out of sight');
    await shown('out of sight').click();
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.getByRole('heading', { name: 'Ledger' }).click();
    await page.keyboard.press('*');
    await page.keyboard.press('ArrowDown');
    await page.evaluate(`new Promise((done) => {
      const look = () => (document.querySelector('.screen').scrollTop > 0 ? done() : requestAnimationFrame(look));
      look();
    })`);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await read(id))?.flags).not.to.include('starred');
  });

  it('shows in a dialog what is wrong with what was requested in it', async () => {
    const { page, complaints } = own.max;
    await page.getByRole('button', { name: 'Find or create a stream' }).click();
    await page.getByRole('searchbox', { name: 'Name of a stream' }).fill('x'.repeat(61));
    await page.getByRole('button', { name: /^Create #x/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Streams' });
    await dialog.getByRole('alert').getByText('too long').waitFor();
    expect(
      await page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('dialog'))`),
    ).to.equal(0);
    await page.keyboard.press('Escape');
    expect(complaints.splice(0)).to.have.length(1);
  });

  it('goes to the name in the dialog once its stream is created, and announces that', async () => {
    const { page } = own.max;
    await page.getByRole('button', { name: 'Find or create a stream' }).click();
    const dialog = page.getByRole('dialog', { name: 'Streams' });
    const field = dialog.getByRole('searchbox');
    for (const act of ['Create #made by keys', 'Leave made by keys', 'Join made by keys']) {
      if (act.startsWith('Create')) await field.fill('made by keys');
      await dialog.getByRole('button', { name: act, exact: true }).press('Enter');
      await dialog
        .getByRole('status')
        .getByText(act.startsWith('Leave') ? /^You have left/ : /^You are in/)
        .waitFor();
    }
    await field.fill('made by two');
    await dialog.getByRole('button', { name: 'Create #made by two' }).press('Enter');
    await field.and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('stays at the part of a message to which it has gone', async () => {
    const { page } = own.max;
    await post('wide', `\`\`\`\n${'wide '.repeat(100)}\n\`\`\``);
    await open('wide', 'wide');
    await page.locator('.compose textarea').focus();
    await page.keyboard.press('Shift+Tab');
    await page.locator('.message .rendered pre').focus();
    await page.locator('.message.is-selected').waitFor();
    // What is selected is focused after it is drawn.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await page.evaluate('document.activeElement.localName')).to.equal('pre');
  });

  it('searches within the messages that are shown', async () => {
    const { page } = own.max;
    await open('editing', 'of Max');
    await page.keyboard.press('/');
    await page.keyboard.type('ada');
    await page.keyboard.press('Enter');
    await page.waitForURL(/topic\/editing\/search\/ada$/);
    // The following keys belong to the result of the search.
    await page.keyboard.press('a');
    await page.waitForURL(/#all$/);
  });

  it('filters the side of the page, opens what it finds, and shows all again', async () => {
    const { page } = own.max;
    const side = page.getByRole('navigation', { name: 'Streams and conversations' });
    const link = (name: string) => side.getByRole('link', { name, exact: true });
    const lobby = { subscriptions: JSON.stringify([{ name: 'The Lobby' }]) };
    succeeded(await own.server.as('member').post('/users/me/subscriptions', lobby));
    await post('filtered', 'found by its topic');
    await open('filtered', 'found by its topic');
    await page.keyboard.press('q');
    await page.keyboard.type('lobb');
    await link('# general').waitFor({ state: 'detached' });
    await link('# The Lobby').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await link('filtered').waitFor();
    // What the focus left belongs to the page again.
    await page.keyboard.press('q');
    await page.keyboard.type(' Filter');
    await link('# The Lobby').waitFor({ state: 'detached' });
    await link('# general').waitFor();
    await page.keyboard.type(' nothing');
    await side.getByText(/^No stream, topic or conversation/).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await page.keyboard.type('LOBBY');
    await link('# general').waitFor({ state: 'detached' });
    // Of an input method, which ends a word with it.
    await side.getByRole('searchbox').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(await side.getByRole('searchbox').inputValue()).to.equal('LOBBY');
    await page.keyboard.press('Enter');
    await page.waitForURL(/The-Lobby$/);
    await link('# general').waitFor();
    expect(await side.getByRole('searchbox').inputValue()).to.equal('');
  });

  it('goes to the topic if one is missing', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#narrow/stream/1-general`);
    await page.getByLabel('Message #general', { exact: true }).fill('without a topic');
    await page.keyboard.press('Enter');
    await page.keyboard.type('quick');
    expect(await page.getByLabel('Topic', { exact: true }).inputValue()).to.equal('quick');
  });

  it('shows what is chosen if the visitor has colours of their own', async () => {
    const { page } = own.max;
    await page.emulateMedia({ forcedColors: 'active' });
    const outlined = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);
    await open('editing', 'of Max');
    await shown('of Ada').click();
    expect(await outlined('.message.is-selected')).to.equal('solid');
    // Only mentions have a line at their side.
    await post('editing', 'for @**Max Member**', 'admin');
    await shown('for @Max Member').waitFor();
    const line = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).borderLeftColor`);
    expect(await line('.message:not(.is-mentioned, .is-selected)')).not.to.equal(await line('.message.is-mentioned'));
    await page.locator('.compose textarea').pressSequentially('@a');
    await page.getByRole('option', { selected: true }).waitFor();
    expect(await outlined('[aria-selected="true"]')).to.equal('solid');
    await page.locator('.compose textarea').fill('');
    // Without backgrounds behind its parts, which would cover the limits of sums.
    await post('editing', '$$\\sum_i i$$');
    await shown('∑').waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.katex')).forcedColorAdjust`)).to.equal(
      'none',
    );
    await page.emulateMedia({ forcedColors: null });
  });

  it('names what is shown in the title of the document', async () => {
    const { page } = own.max;
    await open('editing', 'of Max');
    await titled('#general › editing – Verbatim Dev');
    await page.getByRole('link', { name: 'Ledger' }).click();
    await titled('Ledger – Verbatim Dev');
    await post('elsewhere', 'unread', 'admin');
    await titled('(1) Ledger – Verbatim Dev');
  });

  it('announces each message, also with the same words, and none of a muted topic', async () => {
    const { page } = own.max;
    const muted = { stream: 'general', topic: 'quiet', op: 'add' };
    succeeded(await own.server.as('member').patch('/users/me/subscriptions/muted_topics', muted));
    await page.evaluate(`globalThis.told = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) told.push(node.textContent);
      }).observe(document.querySelector('[aria-live="polite"]'), { childList: true, subtree: true, characterData: true })`);
    for (const topic of ['loud', 'loud', 'quiet', 'end']) await post(topic, 'a message', 'admin');
    await page.locator('[aria-live="polite"]', { hasText: 'end' }).waitFor();
    const words = ['loud', 'loud', 'end'].map((topic) => `Ada Admin, general, ${topic}`);
    expect(await page.evaluate('told')).to.deep.equal(words);
  });
});
