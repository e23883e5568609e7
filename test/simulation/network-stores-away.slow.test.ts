/**
 * Failures of EventStoreDB and MongoDB under load (docs/operations.md, When something fails): killed and restarted, disconnected during
 * requests, and silent. Readers and pollers get every acknowledged message once, and nothing else.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type BreakableServer, startBreakable } from './breakable-server.ts';
import { isUnavailable } from './faulty-server.ts';
import { listedMessages, Traffic } from './traffic.ts';

const some = 6;
/** The pause of senders while they are served alone and for long: how much they say then does not matter. */
const slow = 200;

describe('EventStoreDB and MongoDB failing under load', function () {
  this.timeout(120_000);
  let server: BreakableServer;
  const traffic = new Traffic();
  const { pauseMs: usual } = traffic;

  before(async () => {
    server = await startBreakable({ VERBATIM_READ_WAIT_MS: '500', VERBATIM_HEARTBEAT_SECS: '1' });
    await traffic.start(server.as('member'), server.as('admin'));
  });
  after(async () => {
    await traffic.stop();
    await server.end();
  });

  const get = (path: string) => server.as('spare').get(path, { anchor: 'newest', num_before: 5, num_after: 0 });
  const notReady = async (part: string): Promise<void> => {
    while ((await server.ask('/health/ready')).status === 200) await delay(20);
    expect(String((await server.ask('/health/ready')).json.msg)).to.include(part);
    expect((await server.ask('/health/live')).status).to.equal(200);
  };
  /** Writes in flight wait for their outcome. Later writes are refused at once, and nothing is written. */
  const refused = async (): Promise<void> => {
    for (let number = 0; number < 3; number += 1) {
      const message = { type: 'stream', to: 'general', topic: 'refused', content: `refused ${number}` };
      const answer = await server.as('member').post('/messages', message);
      expect(isUnavailable(answer), JSON.stringify(answer)).to.equal(true);
    }
  };
  /** Writes are refused. Reads and polls continue. */
  const writesAlone = async (): Promise<void> => {
    const heartbeat = traffic.heartbeatsMore(1);
    await notReady('event_log');
    await refused();
    for (const path of ['/users', '/messages', '/streams']) expect((await get(path)).status, path).to.equal(200);
    await heartbeat;
  };
  /** Reads are refused. Writes and polls continue. */
  const readsAlone = async (): Promise<void> => {
    for (const answer of await Promise.all(['/users', '/messages', '/streams'].map(get)))
      expect(isUnavailable(answer), JSON.stringify(answer)).to.equal(true);
    const before = traffic.refused;
    await traffic.acknowledgedMore(some);
    await traffic.polledMore(some);
    expect(traffic.refused).to.equal(before);
  };
  const allAgain = async (): Promise<void> => {
    await traffic.acknowledgedMore(some);
    await traffic.polledMore(some);
    while ((await get('/messages')).status !== 200) await delay(20);
  };

  it('EventStoreDB killed and restarted: writes are answered 503, reads and polls continue', async () => {
    await allAgain();
    await server.log.kill();
    await writesAlone();
    await server.log.start();
    await allAgain();
  });

  it('connections to EventStoreDB reset during appends: requests continue', async () => {
    for (let cuts = 0; cuts < 4; cuts += 1) {
      await traffic.acknowledgedMore(some);
      server.log.proxy.cutAll();
    }
    await allAgain();
  });

  it('the answer to an append is lost: the service finds out that it was written', async () => {
    await server.log.proxy.cutNextAnswer((bytes) => bytes.includes('MessageSent'));
    await allAgain();
    expect((await server.ask('/metrics')).text).to.match(
      /^verbatim_appends_in_doubt_resolved_total\{\w+="written"\} [1-9]/m,
    );
  });

  it('EventStoreDB silent: writes are answered 503, reads and polls continue', async () => {
    server.log.proxy.blackHole(true);
    await writesAlone();
    server.log.proxy.blackHole(false);
    await allAgain();
  });

  it('MongoDB killed and restarted: reads are answered 503, writes and polls continue', async () => {
    await server.store.kill();
    traffic.pauseMs = slow;
    await readsAlone();
    await notReady('read_store');
    traffic.pauseMs = usual;
    await server.store.start();
    await allAgain();
  });

  it('connections to MongoDB reset during commits: requests continue', async () => {
    for (let cuts = 0; cuts < 4; cuts += 1) {
      await traffic.acknowledgedMore(some);
      server.store.proxy.cutAll();
    }
    await allAgain();
  });

  it('MongoDB silent: reads are answered 503, writes and polls continue', async () => {
    server.store.proxy.blackHole(true);
    traffic.pauseMs = slow;
    await readsAlone();
    traffic.pauseMs = usual;
    server.store.proxy.blackHole(false);
    await allAgain();
  });

  it('both killed and restarted: everything continues', async () => {
    await Promise.all([server.log.kill(), server.store.kill()]);
    await notReady('event_log, read_store');
    await refused();
    expect(isUnavailable(await get('/users'))).to.equal(true);
    await Promise.all([server.log.start(), server.store.start()]);
    await allAgain();
  });

  it('every acknowledged message exists, is listed and was polled once, and nothing else', async () => {
    await traffic.stop();
    await server.application.caughtUp();
    const found = await listedMessages(server.as('owner'));
    const lost = [...traffic.acknowledged].filter(([content, id]) => !found.get(content)?.includes(id));
    const others = [...found].filter(([content, ids]) => ids.length > 1 || !traffic.acknowledged.has(content));
    expect({ lost, others }).to.deep.equal({ lost: [], others: [] });
    expect([...traffic.polled].sort((a, b) => a - b)).to.deep.equal(
      [...traffic.acknowledged.values()].sort((a, b) => a - b),
    );
  });
});
