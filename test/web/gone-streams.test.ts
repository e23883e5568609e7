/** Streams that are archived, or become private, while somebody reads them. */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { asMember } from './as-member.ts';
import { describeInBrowser } from './browser.ts';

describeInBrowser('a stream', (browser) => {
  const { own, shown, titled } = asMember(browser);

  /** A stream of Ada's with one message, and these subscribers; its id. */
  const made = async (name: string, principals: readonly number[] = []): Promise<number> => {
    const ada = own.server.as('admin');
    const all = [ada.account.user_id, ...principals];
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: all }));
    succeeded(await ada.post('/messages', { type: 'stream', to: name, topic: 'hello', content: `said in ${name}` }));
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

  it('is not shown any more when it becomes private', async () => {
    const { page, complaints } = own.max;
    const id = await made('garden');
    await read('garden', id);
    succeeded(await own.server.as('admin').patch(`/streams/${id}`, { is_private: true }));
    await shown('said in garden').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('unknown stream').waitFor();
    // The browser logs the answer, too.
    expect(complaints.splice(0)).to.have.length(1);
  });
});
