/** An export for review whose process is killed is made by the next one, once, and nothing of the first attempt remains. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { authorizationOf, type Client, type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';
import { zipEntries } from '../support/zip-entries.ts';

const reason = 'Case 4711';
const messages = 150;

describe('kill -9 while exports are made', function () {
  this.timeout(120_000);
  const data = temporaryFolder();
  let server: Started;
  before(async () => {
    server = await startChild(data, embedded);
    const [owner, member] = [server.as('owner'), server.as('member')];
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason }));
    const bodies = Array.from({ length: messages }, (_, at) => ({
      type: 'stream',
      to: 'general',
      topic: 'x',
      content: `message ${at}`,
    }));
    await Promise.all(bodies.map(async (message) => succeeded(await member.post('/messages', message))));
  });
  after(() => server.kill());

  const show = async (owner: Client, id: unknown): Promise<Loose> =>
    succeeded(await owner.get(`/audit/exports/${id}`, { reason })).export as Loose;

  type Start = (data: string, env: typeof embedded) => Promise<Started>;
  /** Before it begins, and while it is made. The last process, which is not killed, is that of the tests. */
  for (const [when, start, isTime] of [
    ['at once', startChild as Start, () => true],
    ['while it is made', startHere, ({ progress, state }: Loose) => progress !== null || String(state) !== 'running'],
  ] as const)
    it(`loses nothing and makes nothing twice: ${when}`, async () => {
      const owner = server.as('owner');
      const { id } = (await owner.post('/audit/exports', { reason, format: 'rsmf' })).body;
      while (!isTime(await show(owner, id)));
      await server.kill();
      server = await start(data, embedded);
      const again = server.as('owner');
      let row = await show(again, id);
      while (String(row.state) === 'running') row = await show(again, id);
      expect(row).to.deep.include({ state: 'ready', messages });
      const file = await fetch(`${server.base}/api/v1/audit/exports/${id}/file`, {
        headers: { authorization: authorizationOf(again), 'audit-reason': reason },
      });
      const entries = await zipEntries(new Uint8Array(await file.arrayBuffer()));
      expect([...entries.keys()].at(-1)).to.equal('manifest.json');
      const made = succeeded(
        await again.get('/audit/events', { object_type: 'export', object_id: String(id), reason }),
      );
      const actions = list(made.records).map(({ action }) => action);
      expect(actions).to.have.members(['export.requested', 'export.completed']);
      const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
      expect(names.filter((name) => name.endsWith('.sorted'))).to.deep.equal([]);
      expect(names.filter((name) => name.endsWith(join('1', `${id}.zip`)))).to.have.length(1);
    });
});
