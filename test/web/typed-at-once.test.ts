/** Keys that are typed before the page is painted, or before the browser has reported a new address. */
import { expect } from 'chai';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

/** Runs in the page. `rendered` resolves when Preact has rendered, which it does before the browser paints. */
const inPage = `
  const rendered = async () => { for (let turn = 0; turn < 10; turn += 1) await undefined; };
  const type = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const text = () => document.querySelector('.compose textarea');`;

describeInBrowser('what is typed at once', (browser) => {
  const { own, shown } = asMember(browser);

  it('is the topic, and the next message there', async () => {
    const { page } = own.max;
    await page.getByRole('link', { name: 'general' }).waitFor();
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
