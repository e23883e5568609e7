/** Links from search results to their conversations, and messages that change or vanish in the meantime. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('what is found', (browser) => {
  const { own, post, write, open, shown, listed } = asMember(browser);
  const find = async (words: string, text: string): Promise<void> => {
    const { page } = own.max;
    await page.locator('#search').fill(words);
    await page.keyboard.press('Enter');
    await page.waitForURL(/search/);
    await shown(text).waitFor();
  };

  it('leads to its place, by key and by heading', async () => {
    const { page } = own.max;
    await post('old topic', 'a needle', 'admin');
    await Promise.all(Array.from({ length: 20 }, () => post('old topic', 'tall\n'.repeat(30), 'admin')));
    for (const go of [
      async () => {
        await shown('a needle').click();
        await page.keyboard.press('s');
      },
      () => page.locator('.place').getByRole('link', { name: 'old topic' }).click(),
    ]) {
      await find('needle', 'a needle');
      expect(await listed()).to.have.length(1);
      await go();
      await page.waitForURL(/topic\/old\.20topic\/near\/\d+$/);
      await shown('a needle').and(page.locator('.is-selected:focus')).waitFor();
      await shown('tall').first().waitFor();
    }
  });

  it('is read out by a screen reader with its text, and as unread until it is marked as read', async () => {
    const { page } = own.max;
    const unseen = page.getByRole('article', { name: /^Ada Admin, .*, unread$/ });
    await post('old topic', 'a pearl', 'admin');
    await find('pearl', 'a pearl');
    expect(await page.locator(`#${await unseen.getAttribute('aria-describedby')}`).textContent()).to.equal('a pearl');
    succeeded(await own.server.as('member').post('/mark_all_as_read'));
    await unseen.waitFor({ state: 'detached' });
    await shown('a pearl').waitFor();
  });

  it('is shown as it was edited', async () => {
    const id = await post('old topic', 'a haystack');
    await find('haystack', 'a haystack');
    succeeded(await own.server.as('member').patch(`/messages/${id}`, { content: 'another haystack' }));
    await shown('another haystack').waitFor();
  });

  it('is no topic any more when all its messages are deleted', async () => {
    const { page } = own.max;
    // Among the results of a search the server would be asked about the message, which may be gone by then.
    await post('calm', 'a calm place');
    await open('calm', 'a calm place');
    const id = await write('ghost', 'soon gone');
    await open('ghost', 'soon gone');
    const row = page.getByRole('navigation').getByRole('link', { name: 'ghost' });
    await row.waitFor();
    succeeded(await own.server.as('admin').delete(`/messages/${id}`));
    await row.waitFor({ state: 'detached' });
  });

  it('says why a file cannot be opened', async () => {
    const { page, complaints } = own.max;
    await post('ghost', '[plan.txt](/user_uploads/1/2/abcdefghijklmnopqrstuvwx/plan.txt)');
    await open('ghost', 'plan.txt');
    await page.getByRole('link', { name: 'plan.txt' }).click();
    await page.getByRole('status').getByText('File not found').waitFor();
    expect(complaints.splice(0)).to.have.length(1);
  });
});
