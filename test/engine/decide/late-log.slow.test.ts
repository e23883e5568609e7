/** A log over the network delivers an event some time after it acknowledged the append, and may be unavailable in between. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../../src/main.ts';
import type { EventLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

type Delivery = {
  /** Delivers no events until `release`. */
  hold(): void;
  release(): void;
};

/** A log that delivers events some turns of the event loop after their append, and none while it is held. */
const delayed = (log: EventLog): { log: EventLog; delivery: Delivery } => {
  let released = withResolvers();
  released.resolve();
  const late = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await released.promise;
  };
  return {
    delivery: {
      hold() {
        released = withResolvers();
      },
      release: () => released.resolve(),
    },
    log: {
      ...log,
      subscribe(position, prefixes, listener) {
        let last: Promise<void> = Promise.resolve();
        return log.subscribe(position, prefixes, {
          onEvents(events: readonly StoredEvent[]) {
            last = last.then(late).then(() => listener.onEvents(events));
          },
          onCaughtUp: () => void last.then(() => listener.onCaughtUp()),
        });
      },
    },
  };
};

describe('a log that delivers events late', () => {
  let server: TestServer;
  let delivery: Delivery;
  before(async () => {
    server = await startServer(
      {},
      {
        open: async (config, ...given) => {
          const delayedLog = delayed(await openLmdbEventLog(join(config.data, 'log')));
          delivery = delayedLog.delivery;
          const store = await openLmdbReadStore(join(config.data, 'read-models'));
          return openApplicationOver({ log: delayedLog.log, store, metrics: openMetrics() }, config, ...given);
        },
      },
    );
  });
  after(async () => {
    delivery.release();
    await server.stop();
  });

  const body = (content: string) => ({ type: 'private', to: [server.as('admin').account.user_id], content });

  it('new users, bots and API keys can be used at once', async () => {
    expect(server.as('owner').account.email).not.to.equal('');
    const made = await server.as('member').post('/bots', { full_name: 'Late', short_name: 'late', bot_type: 1 });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const domain = server.as('owner').account.email.split('@')[1];
    const { user_id, api_key } = made.body;
    const bot = { user_id: Number(user_id), email: `late-bot@${domain}`, api_key: String(api_key), full_name: 'Late' };
    expect((await server.with(bot).get('/users/me')).status).to.equal(200);
    const changed = await server.with(bot).post('/users/me/api_key/regenerate', {});
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect((await server.with(bot).get('/users/me')).status).to.equal(401);
    const anew = { ...bot, api_key: String(changed.body.api_key) };
    expect((await server.with(anew).get('/users/me')).status).to.equal(200);
  });

  it('a message does not wait for the delivery of another', async () => {
    delivery.hold();
    const sent = await Promise.all(
      ['one', 'two'].map((content) => server.as('member').post('/messages', body(content))),
    );
    expect(sent.map(({ status }) => status)).to.deep.equal([200, 200]);
    delivery.release();
    await server.application.caughtUp();
  });

  it('answers a message that depends on an undelivered event with 503, and accepts it after the delivery', async () => {
    delivery.hold();
    const made = await server.as('member').post('/bots', { full_name: 'Unheard', short_name: 'unheard', bot_type: 1 });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const refused = await server.as('member').post('/messages', body('three'));
    expect(refused.status).to.equal(503);
    delivery.release();
    expect((await server.as('member').post('/messages', body('three'))).status).to.equal(200);
  });
});
