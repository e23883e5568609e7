/** A verdict of the page on a proof or a checkpoint applies only to the texts that were checked. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { quickSeals } from '../support/server.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser, expectAccessible } from './browser.ts';
import { provedInLedger } from './proved-in-ledger.ts';

describeInBrowser('a verdict of the page', (browser) => {
  /** A ledger has its first checkpoint some time after the first event. */
  const firstCheckpoint = async (): Promise<void> => {
    const sizeNow = async () => succeeded(await own.server.as('owner').get('/audit/events', { limit: 1 })).ledger;
    while (Number((await sizeNow())?.size) === 0);
  };
  const { own, post, hold } = asMember(browser, { past: firstCheckpoint, parts: { sizes: quickSeals } });

  /** All verdicts from now on. */
  const watchVerdicts = async (): Promise<() => Promise<unknown>> => {
    await own.max.page.evaluate(`{
      globalThis.verdicts = [];
      new MutationObserver(() => {
        const now = document.querySelector('.verdict h3')?.textContent;
        if (now !== undefined && now !== verdicts.at(-1)) verdicts.push(now);
      }).observe(document.querySelector('.prove'), { childList: true, subtree: true });
    }`);
    return () => own.max.page.evaluate('verdicts');
  };

  it('on a checkpoint is removed when the checkpoint is changed, even while it is compared', async () => {
    const { page } = own.max;
    await page.goto(`${own.server.base}/#ledger`);
    const shown = page.getByLabel('The checkpoint', { exact: false }).first();
    await shown.waitFor();
    const kept = await shown.inputValue();
    const sizeOf = (note: string): number => Number(note.split('\n')[1]);
    const forged = kept.replace(/^\d+$/m, String(sizeOf(kept) - 1));
    await post('t', 'later');
    while (sizeOf(await shown.inputValue()) === sizeOf(kept)) {
      const response = page.waitForResponse((answer) => answer.url().endsWith('/ledger/checkpoint'));
      await page.getByRole('button', { name: 'Fetch the newest' }).click();
      await response;
    }
    const field = page.getByLabel('A checkpoint that you kept');
    const compare = page.getByRole('button', { name: 'Compare' });
    const good = page.getByRole('heading', { name: 'Nothing was changed' });
    await field.fill(kept);
    await compare.click();
    await good.waitFor();
    await expectAccessible(page);
    await field.fill(forged);
    await good.waitFor({ state: 'detached' });
    await field.fill(kept);
    const { release, answered } = await hold('**/api/v1/audit/ledger/consistency?*', 1);
    await compare.click();
    await answered;
    await page.getByRole('status').getByText('Checking…').waitFor();
    const verdicts = await watchVerdicts();
    await field.fill(forged);
    release();
    await compare.click();
    await page.getByText(/The signature of .* is wrong/).waitFor();
    expect(await verdicts()).to.deep.equal(['Not proved']);
  });

  it('on a proof does not appear if the entry was changed while it was checked', async () => {
    const { page } = own.max;
    const leaf = '{"v":2,"id":"an event"}';
    const { proof, key } = provedInLedger(leaf);
    await page.goto(`${own.server.base}/#prove`);
    await page.getByRole('textbox', { name: /^Proof/ }).fill(proof);
    await page.getByRole('textbox', { name: /^Key/ }).fill(key);
    const verdicts = await watchVerdicts();
    await page.evaluate(`{
      const entry = [...document.querySelectorAll('textarea')].find(({ value }) => value.startsWith('{'));
      entry.form.requestSubmit();
      entry.value = entry.value.replace('an event', 'another');
      entry.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The entry is not the one in the ledger').waitFor();
    expect(await verdicts()).to.deep.equal(['Not proved']);
  });
});
