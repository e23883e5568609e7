/**
 * No write costs more because there are many messages already. The stores count what is asked of them. Each write is made among few
 * messages and among many, several times each, and the least counts: events that the read models take in two batches instead of one cost
 * some reads more.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../src/http/operations/metrics.ts';
import { openApplicationOver } from '../src/main.ts';
import { type Counts, countingLog, countingStore, noCounts } from './support/counting.ts';
import { startServer, type TestServer } from './support/server.ts';

const few = 100;
const many = 600;
const times = 3;

const least = (some: Counts, others: Counts): Counts => {
  const kinds = Object.keys(noCounts()) as (keyof Counts)[];
  return Object.fromEntries(kinds.map((kind) => [kind, Math.min(some[kind], others[kind])])) as Counts;
};

describe('the cost of a write', () => {
  let server: TestServer;
  let counts: Counts;
  let sent = 0;
  const among = new Map<number, Record<string, Counts>>();

  const say = (content: string, topic: string) =>
    server.as('member').post('/messages', { type: 'stream', to: 'general', topic, content });

  /** Messages of all sizes of topic, until there are `count`. */
  const talkUntil = async (count: number): Promise<void> => {
    while (sent < count) {
      const batch = Array.from({ length: Math.min(50, count - sent) }, (_, at) =>
        say(`words of message ${sent + at}`, `topic ${(sent + at) % 7}`),
      );
      for (const { status } of await Promise.all(batch)) expect(status).to.equal(200);
      sent += batch.length;
    }
  };

  /** Each write by its name. `suffix` makes names that are new each time. */
  const writesWith = async (suffix: string): Promise<Record<string, () => Promise<{ status: number }>>> => {
    const member = server.as('member');
    const { id } = (await say('to be edited', 'topic 1')).body;
    const spare = server.as('spare').account.user_id;
    return {
      'a message to a stream': () => say('some more words', 'topic 1'),
      'a private message': () => member.post('/messages', { type: 'private', to: [spare], content: 'hello' }),
      'an edit': () => member.patch(`/messages/${id}`, { content: 'edited' }),
      'a stream made': () => member.post('/users/me/subscriptions', { subscriptions: [{ name: `made ${suffix}` }] }),
      'a topic muted': () =>
        member.patch('/users/me/subscriptions/muted_topics', {
          stream: 'general',
          topic: `topic ${suffix}`,
          op: 'add',
        }),
      // Of a user who is subscribed to no stream created here: the first answer grows with the streams of the user.
      'an event queue': () => server.as('spare').post('/register', { fetch_event_types: ['message'] }),
    };
  };

  /** What each write costs until the read models have it too. */
  const measured = async (count: number): Promise<Record<string, Counts>> => {
    const found: Record<string, Counts> = {};
    for (let time = 0; time < times; time += 1)
      for (const [name, write] of Object.entries(await writesWith(`${count} ${time}`))) {
        await server.application.caughtUp();
        Object.assign(counts, noCounts());
        expect((await write()).status, name).to.equal(200);
        await server.application.caughtUp();
        found[name] = least(found[name] ?? counts, counts);
      }
    return found;
  };

  before(async () => {
    counts = noCounts();
    server = await startServer(
      {},
      {
        open: async (config, ...given) => {
          const log = await openLmdbEventLog(join(config.data, 'log'));
          const store = await openLmdbReadStore(join(config.data, 'read-models'));
          // The ledger seals by its own clock, beside whatever is written.
          const sizes = { sealing: { withinMs: 1_000_000, eventsMax: 1_000_000 } };
          const counted = { log: countingLog(log, counts), store: countingStore(store, counts) };
          const stores = { ...counted, metrics: openMetrics(), sizes };
          return openApplicationOver(stores, config, ...given);
        },
      },
    );
    const addresses = (['owner', 'admin', 'member', 'spare'] as const).map((name) => server.as(name).account.email);
    const subscribed = await server
      .as('owner')
      .post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: addresses });
    expect(subscribed.status).to.equal(200);
    // Somebody listens all the time: where nobody does, a write costs less.
    expect((await server.as('admin').post('/register', { fetch_event_types: ['message'] })).status).to.equal(200);
    for (const count of [few, many]) {
      await talkUntil(count);
      among.set(count, await measured(count));
    }
  });

  after(() => server.stop());

  it('is counted at all', () => {
    const message = among.get(few)?.['a message to a stream'];
    expect(message?.appended).to.equal(1);
    expect(message?.written).to.be.at.least(2);
  });

  it('does not grow with the number of messages', () => {
    expect(among.get(many)).to.deep.equal(among.get(few));
  });
});
