/**
 * What things cost, as counts. First: no write costs more because many messages stand already. Method: the stores count what is asked
 * of them, and each write is made once among few messages and once among many. Then what a message costs the machine (flushes,
 * bytes, processor), with margins so wide that only a broken build leaves them; `npm run bench` measures the same exactly.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { gather, sendRequests } from '../bench/chatter.ts';
import type { HelloTasks } from '../bench/limits/hello.ts';
import { flushCounter } from '../bench/measure/flushes.ts';
import { bytesWritten, cpuMicros } from '../bench/measure/process-usage.ts';
import { startServer as startMeasured } from '../bench/server.ts';
import { averageMessageBytes } from '../bench/stored-events.ts';
import type { LoadTasks } from '../bench/workers/closed-loop.ts';
import { getRequest } from '../bench/workers/http-socket.ts';
import { startWorker } from '../bench/workers/worker.ts';
import { openLmdbEventLog } from '../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../src/http/operations/metrics.ts';
import { openApplicationOver } from '../src/main.ts';
import { type Counts, countingLog, countingStore, noCounts } from './support/counting.ts';
import { startServer, type TestServer } from './support/server.ts';

const few = 100;
const many = 2_000;

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

  /** Each write by its name: what it costs until the read models have it too. */
  const measured = async (suffix: string): Promise<Record<string, Counts>> => {
    const member = server.as('member');
    const { id } = (await say('to be edited', 'topic 1')).body;
    const spare = server.as('spare').account.user_id;
    const writes: Record<string, () => Promise<{ status: number }>> = {
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
      // Of somebody who is in no stream that was made here: what is told at the start grows with one's streams.
      'an event queue': () => server.as('spare').post('/register', { fetch_event_types: ['message'] }),
    };
    const found: Record<string, Counts> = {};
    for (const [name, write] of Object.entries(writes)) {
      await server.application.caughtUp();
      Object.assign(counts, noCounts());
      expect((await write()).status, name).to.equal(200);
      await server.application.caughtUp();
      found[name] = { ...counts };
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
          const stores = { log: countingLog(log, counts), store: countingStore(store, counts), metrics: openMetrics() };
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
      among.set(count, await measured(String(count)));
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

describe('what a message costs the machine', () => {
  const warmUpMillis = 2_500;
  const millis = 1_500;

  it('is few flushes: one for many that come together, and hardly more than one for each that comes alone', async function () {
    const flushes = flushCounter();
    if (flushes.how !== 'strace') {
      console.log('      (skipped: strace is not installed)');
      this.skip();
    }
    const server = await startMeasured({ wrapper: flushes.wrapper });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      await gather(server);
      for (const [connections, most] of [
        [64, 0.25],
        [1, 4],
      ] as const) {
        const before = flushes.count();
        const work = { port: server.port, connections, millis, requests: sendRequests(server) };
        const { count } = await load.ask('run', work);
        const each = (flushes.count() - before) / count;
        expect(each, `${connections} in flight`).to.be.within(Number.EPSILON, most);
      }
    } finally {
      await load.stop();
      await server.stop();
      server.remove();
      flushes.remove();
    }
  });

  it('is a bounded multiple of its own bytes, and of the processor time of an empty answer', async () => {
    const server = await startMeasured();
    const load = startWorker<LoadTasks>('closed-loop.ts');
    const hello = startWorker<HelloTasks>('../limits/hello.ts');
    try {
      await gather(server);
      const work = { port: server.port, connections: 64, requests: sendRequests(server) };
      await load.ask('run', { ...work, millis: warmUpMillis });
      const before = { bytes: bytesWritten(server.pid), cpu: cpuMicros(server.pid) };
      const { count } = await load.ask('run', { ...work, millis });
      const bytes = (bytesWritten(server.pid) - before.bytes) / count;
      const cpu = (cpuMicros(server.pid) - before.cpu) / count;
      expect(bytes / (await averageMessageBytes(server.data))).to.be.within(1, 80);

      const greeting = { port: await hello.ask('port', null), connections: 64, millis, requests: [getRequest('/')] };
      await load.ask('run', greeting);
      const cpuBefore = cpuMicros(hello.pid);
      const greeted = await load.ask('run', greeting);
      const helloCpu = (cpuMicros(hello.pid) - cpuBefore) / greeted.count;
      expect(cpu / helloCpu).to.be.within(1, 40);
    } finally {
      await Promise.all([load.stop(), hello.stop()]);
      await server.stop();
      server.remove();
    }
  });
});
