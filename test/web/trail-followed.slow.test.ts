/** New records of the trail while it is followed: all of them are shown, each once, also when there are more than the page keeps. */
import { expect } from 'chai';
import type { TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

/** The page keeps a thousand. */
const count = 1_100;

describeInBrowser('the trail while it is followed', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  const { post, postAll } = actsOf(
    () => server,
    () => auditor.page,
  );
  before(async () => {
    server = await startServed();
    await postAll('before', Array(30).fill('earlier'));
    auditor = await visit(browser(), server.base);
    await enter(auditor, 'auditor@dev.example');
    const { page } = auditor;
    await page.goto(`${server.base}/#audit/trail/${encodeURIComponent('action=message.sent')}`);
    await page.getByRole('button', { name: 'Follow new records' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(auditor?.complaints.splice(0)).to.deep.equal([]);
  });

  const rows = () => auditor.page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem');
  /** The number of rows; -1 while there are more on the server. */
  const size = async (): Promise<number> => Number(await rows().first().getAttribute('aria-setsize'));
  /** Resolves when the page has noticed. */
  const scroll = (to: 'beginning' | 'end'): Promise<unknown> =>
    auditor.page.evaluate(`new Promise((done) => {
      const screen = document.querySelector('.screen');
      screen.scrollTop = ${to === 'end' ? 'screen.scrollHeight' : 0};
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`);
  const wholeSize = async (): Promise<number> => {
    while ((await size()) === -1) await scroll('end');
    return size();
  };

  it('shows each record once, also when it was not followed in between', async () => {
    const { page } = auditor;
    const before = await size();
    expect(before).to.be.within(30, 100);
    await scroll('end');
    await postAll('new', ['one', 'two']);
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await page.getByRole('button', { name: 'Stop following' }).click();
    await page.getByRole('button', { name: 'Follow new records' }).click();
    await scroll('beginning');
    await post('newest', 'three');
    await rows().getByRole('button', { name: 'newest' }).waitFor();
    expect(await size()).to.equal(before + 3);
  });

  it('misses no record, although not all of them are kept', async () => {
    const before = await size();
    await scroll('end');
    for (let posted = 0; posted < count; posted += 50) await postAll('many', Array(50).fill('new'));
    await auditor.page.getByRole('button', { name: `${count} new` }).click();
    expect(await size()).to.equal(-1);
    expect(await wholeSize()).to.equal(before + count);
  });

  it('drops the oldest rows when more are added at the top, and loads them again', async () => {
    const before = await size();
    await scroll('beginning');
    await post('last', 'four');
    await rows().getByRole('button', { name: 'last' }).waitFor();
    expect(await size()).to.equal(-1);
    expect(await wholeSize()).to.equal(before + 1);
  });
});
