/**
 * Messages that a person sends and schedules at the moment of their deactivation: they were decided before, and are appended after the
 * person was erased, which can happen if several processes serve one log.
 */
import { expect } from 'chai';
import type { OpenApplication } from '../../src/cli/application.ts';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../src/main.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { openEventLog, openReadStore } from '../../src/stores.ts';
import { dayMs } from '../../src/vocabulary/day.ts';
import type { Client, Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const reason = 'Request of a data subject';
const basis = 'GDPR 17(1)(b)';

/** Holds back appends that contain a text, until they are released. */
class HeldBack {
  readonly #text: string;
  readonly #gone = withResolvers();
  readonly letGo = this.#gone.resolve;
  #came = (): void => undefined;
  count = 0;
  constructor(text: string) {
    this.#text = text;
  }
  /** Resolves when this many are held back. */
  async come(count: number): Promise<void> {
    while (this.count < count)
      await new Promise<void>((resolve) => {
        this.#came = resolve;
      });
  }
  over = (log: EventLog): EventLog => ({
    ...log,
    append: async (stream, events, expected) => {
      if (JSON.stringify(events).includes(this.#text)) {
        this.count += 1;
        this.#came();
        await this.#gone.promise;
      }
      return log.append(stream, events, expected);
    },
  });
}

describe('the erasure of a person who is still writing', () => {
  const word = 'Quandary-in-flight';
  const heldBack = new HeldBack(word);
  let server: TestServer;
  let auditor: Client;
  before(async () => {
    const open: OpenApplication = async (config, ...given) => {
      const metrics = openMetrics();
      const log = heldBack.over(await openEventLog(config, given[1], metrics.instruments));
      const store = await openReadStore(config, given[1]);
      return openApplicationOver({ log, store, metrics }, config, ...given);
    };
    server = await startServer(embedded, { open });
    auditor = server.as('owner');
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason }));
  });
  after(() => server.stop());

  it('also erases what is appended to the log later', async () => {
    const member = server.as('member');
    const what = { type: 'stream', to: 'general', topic: 'late', content: word };
    const asked = [
      member.post('/messages', what),
      member.post('/messages', {
        ...what,
        delivery_type: 'send_later',
        deliver_at: new Date(Date.now() + dayMs).toISOString(),
      }),
    ];
    await heldBack.come(2);
    const { user_id } = member.account;
    succeeded(await auditor.delete(`/users/${user_id}`));
    const { status, body } = await auditor.post('/audit/erasures', { user_id, reason, basis });
    expect([status, body.state]).to.deep.equal([202, 'running']);
    const state = async () =>
      String((succeeded(await auditor.get(`/audit/erasures/${body.id}`, { reason })).erasure as Loose).state);
    for (let looks = 0; looks < 50 && (await state()) !== 'completed'; looks += 1) await server.application.caughtUp();
    expect(await state()).to.equal('completed');
    heldBack.letGo();
    for (const answer of await Promise.all(asked)) succeeded(answer);
    const left = async (): Promise<string[]> => {
      await server.application.caughtUp();
      await server.application.scrub();
      return filesHolding(server.data, word);
    };
    let found = await left();
    for (let looks = 0; looks < 20 && found.length > 0; looks += 1) found = await left();
    expect(found).to.deep.equal([]);
  });
});
