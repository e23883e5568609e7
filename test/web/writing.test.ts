/** The field in which a message is written: input methods, and what is pasted or dropped. */
import { expect } from 'chai';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

const add = (name: string): string => `data.items.add(new File(['x'], '${name}', { type: 'image/png' }))`;

describeInBrowser('the field for a message', (browser) => {
  const { own, post, open } = asMember(browser);
  const field = () => own.max.page.locator('.compose textarea');

  before(async () => {
    await post('writing', 'written here');
    await open('writing', 'written here');
  });
  afterEach(() => field().fill(''));

  /** Dispatches an event with data, and tells whether its default action is prevented. */
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

  it('takes the text of what was copied with its format and as a picture', async () => {
    const text = `data.setData('text/plain', 'a'); data.setData('text/html', '<td>a</td>')`;
    expect(await given('.compose textarea', 'paste', `${text}; ${add('copied.png')}`)).to.equal(false);
    expect(await given('.compose textarea', 'paste', add('pasted.png'))).to.equal(true);
    await own.max.page.getByText('pasted.png has been uploaded.').waitFor();
  });

  it('takes each of several files that are chosen', async () => {
    const { page } = own.max;
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.locator('.compose input[type=file]').setInputFiles([file('first.txt'), file('second.txt')]);
    await page.getByText('second.txt has been uploaded.').waitFor();
    expect(await field().inputValue()).to.match(/^\[first\.txt\]\(\S+ \[second\.txt\]\(\S+ $/);
  });

  it('takes files that are dropped anywhere, and leaves texts to the browser', async () => {
    const { page } = own.max;
    expect(await given('.compose textarea', 'drop', `data.setData('text/plain', 'words')`)).to.equal(false);
    expect(await given('.feed-scroll', 'drop', add('dropped.png'))).to.equal(true);
    await page.getByText('dropped.png has been uploaded.').waitFor();
    expect(await field().inputValue()).to.match(/^\[dropped\.png\]/);
  });
});
