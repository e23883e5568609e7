/** A session that ends by itself, because the key of the account is no longer valid. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, enter, say, visit } from './browser.ts';

describeInBrowser('a session that ends by itself', (browser) => {
  const { own, post, open, shown } = asMember(browser, { past: () => post('kept', 'said before') });
  const whyShown = (page: (typeof own.max)['page']) =>
    page.getByRole('alert').getByText('You were signed out: Invalid API key').waitFor();
  const draft = '.compose textarea';

  it('gives the same person everything back that was written, where it was written', async () => {
    const { page, complaints } = own.max;
    await open('kept', 'said before');
    // Later than the message would be tried again at once.
    const later = { status: 503, headers: { 'retry-after': '100' }, body: '{}' };
    await page.route('**/api/v1/messages', (route) => route.fulfill(later));
    await say(page, 'not sent yet');
    await page.locator('.is-pending').getByText('waits to be sent').waitFor();
    await page.locator(draft).fill('half a thought');
    succeeded(await own.server.as('member').post('/users/me/api_key/regenerate'));
    await whyShown(page);
    expect(page.url()).to.equal(`${own.server.base}/`);
    // Whoever closes the tab instead of signing in again is asked first.
    await page.getByLabel('Password').fill('not remembered');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).to.equal('beforeunload');
    await question.dismiss();
    await page.unroute('**/api/v1/messages');
    await enter(own.max, 'member@dev.example');
    await shown('not sent yet').waitFor();
    await page.getByLabel('Message #general › kept', { exact: true }).waitFor();
    expect(await page.locator(draft).inputValue()).to.equal('half a thought');
    expect(complaints.splice(0)).not.to.deep.equal([]);
  });

  it('gives nothing of it to another person', async () => {
    const sam = await visit(browser(), own.server.base);
    await enter(sam, 'spare@dev.example');
    await sam.page.goto(`${own.server.base}/#narrow/stream/1-general/topic/secret`);
    await sam.page.getByLabel('Message #general › secret', { exact: true }).fill('between us');
    succeeded(await own.server.as('spare').post('/users/me/api_key/regenerate'));
    await whyShown(sam.page);
    await enter(sam, 'admin@dev.example');
    expect(sam.page.url()).not.to.include('secret');
    expect(await sam.page.evaluate('JSON.stringify({ ...sessionStorage })')).not.to.include('between us');
    await sam.page.goto(`${own.server.base}/#narrow/stream/1-general/topic/secret`);
    await sam.page.getByLabel('Message #general › secret', { exact: true }).waitFor();
    expect(await sam.page.locator(draft).inputValue()).to.equal('');
    await sam.context.close();
  });
});
