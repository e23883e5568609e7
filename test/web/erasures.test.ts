/** Erasures in a browser. */
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { targetOf } from '../../web/src/audit/erasures/target.ts';
import { succeeded } from '../support/expect-answer.ts';
import { quickSeals, type TestServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { actsOf } from './acts.ts';
import { describeInBrowser, enter, expectAccessible, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describe('the target of an erasure', () => {
  const fields = { kind: 'messages', messages: '', user: '', stream: '', topic: '', until: '' } as const;

  it('is what the chosen kind names, and nothing from the other fields', () => {
    expect(targetOf({ ...fields, messages: '4, 5  6', user: '7' })).to.deep.equal({ message_ids: [4, 5, 6] });
    expect(targetOf({ ...fields, kind: 'user', user: '7', messages: '4' })).to.deep.equal({ user_id: 7 });
    expect(targetOf({ ...fields, kind: 'place', stream: '3' })).to.deep.equal({ stream_id: 3 });
    expect(targetOf({ ...fields, kind: 'place', stream: '3', topic: ' a ', until: '2026-01-01' })).to.deep.equal({
      stream_id: 3,
      topic: 'a',
      until: new Date(2026, 0, 1).toISOString(),
    });
  });

  it('is not named by an empty field, or by an invalid id', () => {
    for (const messages of ['', ' ,', '4, x', '-4']) expect(targetOf({ ...fields, messages })).to.equal(undefined);
    expect(targetOf({ ...fields, kind: 'user' })).to.equal(undefined);
    expect(targetOf({ ...fields, kind: 'place', topic: 'a' })).to.equal(undefined);
  });
});

describeInBrowser('erasures', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  before(async () => {
    server = await startServed({ VERBATIM_ERASURE_APPROVALS: '2' }, { sizes: quickSeals });
    const owner = server.as('owner');
    await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason: 'The second one' });
    auditor = await visit(browser(), server.base);
    await enter(auditor, 'auditor@dev.example');
  });
  after(() => server?.stop());

  /** Asks for an erasure that another auditor must approve. */
  const ask = async (content: string): Promise<void> => {
    const message = { type: 'stream', to: 'general', topic: 'lunch', content };
    const { id } = succeeded(await server.as('member').post('/messages', message));
    const asked = { message_ids: [id], reason: 'Request of Olive', basis: 'GDPR 17' };
    expect((await server.as('owner').post('/audit/erasures', asked)).status).to.equal(202);
  };

  it('counts first, erases what was counted, and shows the certificate with its proof', async () => {
    const { page } = auditor;
    const message = { type: 'stream', to: 'general', topic: 'lunch', content: 'a secret' };
    const { body } = await server.as('member').post('/messages', message);
    await page.getByRole('link', { name: 'Erasures' }).click();
    expect(await page.getByRole('button', { name: 'Show the erasures' }).isDisabled()).to.equal(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Request of Max');
    await page.getByRole('button', { name: 'Show the erasures' }).click();
    await page.getByRole('textbox', { name: 'Message ids' }).fill(String(body.id));
    await page.getByRole('button', { name: 'Count what would be erased' }).click();
    await page.getByText(/^Would be erased for good: 1 message, 1 event, /).waitFor();
    const erase = page.getByRole('button', { name: 'Erase for good' });
    expect(await erase.isDisabled()).to.equal(true);
    await page.getByRole('textbox', { name: 'Legal basis' }).fill('GDPR 17(1)(b)');
    await expectAccessible(page);
    // Something else was not counted, and is not offered.
    await page.getByRole('textbox', { name: 'Message ids' }).fill('1, 2, 3');
    await erase.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Message ids' }).fill(String(body.id));
    await erase.click();
    await page.getByText('waiting for another auditor to approve it').waitFor();
    // The trail informs the page of the progress.
    await server.as('owner').post('/audit/erasures/1/approve', { reason: 'Agreed' });
    await page.getByRole('button', { name: 'Certificate of erasure 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Certificate of erasure 1' });
    await dialog.getByText('GDPR 17(1)(b)').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await server.as('member').get(`/messages/${body.id}`)).status).to.equal(400);
    expect(auditor.complaints).to.deep.equal([]);
  });

  it('stays as the newest answer says, even if an earlier one arrives later', async () => {
    const { page } = auditor;
    const { hold } = actsOf(
      () => server,
      () => page,
    );
    const { release, answered } = await hold('**/api/v1/audit/erasures?*', 1);
    await ask('another secret');
    await answered;
    await ask('a third secret');
    const newest = page.getByRole('button', { name: 'Approve erasure 3' });
    await newest.waitFor();
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/audit/erasures?'));
    release();
    await arrived;
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await newest.count()).to.equal(1);
  });

  it('approves what another auditor requested', async () => {
    const { page } = auditor;
    await page.getByRole('button', { name: 'Approve erasure 2' }).click();
    await page.getByRole('button', { name: 'Certificate of erasure 2' }).waitFor();
    expect(auditor.complaints).to.deep.equal([]);
  });

  it('stays hidden once there is no reason, even if its list arrives later', async () => {
    const { page } = auditor;
    const { hold } = actsOf(
      () => server,
      () => page,
    );
    const reason = page.getByRole('textbox', { name: 'Reason' });
    const show = page.getByRole('button', { name: 'Show the erasures' });
    await reason.fill('');
    await show.waitFor();
    await reason.fill('Request of Max');
    const { release, answered } = await hold('**/api/v1/audit/erasures?*', 1);
    await show.click();
    await answered;
    await reason.fill('');
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/audit/erasures?'));
    release();
    await arrived;
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await show.count()).to.equal(1);
  });

  it('shows what was requested between its list and the first answer of the trail that it follows', async () => {
    const { page } = auditor;
    const { promise: given, resolve: give } = withResolvers();
    const first = async (route: Route): Promise<void> => {
      await given;
      await route.continue();
    };
    await page.route('**/api/v1/audit/events?*', first, { times: 1 });
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Request of Max');
    await page.getByRole('button', { name: 'Show the erasures' }).click();
    await page.getByRole('button', { name: 'Approve erasure 3' }).waitFor();
    await ask('a fourth secret');
    give();
    await page.getByRole('button', { name: 'Approve erasure 4' }).waitFor();
  });
});
