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
  /** Resolves when this many more events are in the log. */
  appended(count: number): Promise<void>;
};

/** A log that delivers events some turns of the event loop after their append, and none while it is held. */
const delayed = (log: EventLog): { log: EventLog; delivery: Delivery } => {
  let released = withResolvers();
  released.resolve();
  let [inLog, goal, reached] = [0, Number.POSITIVE_INFINITY, (): void => undefined];
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
      appended: (count) =>
        new Promise((resolve) => {
          [goal, reached] = [inLog + count, resolve];
        }),
    },
    log: {
      ...log,
      subscribe(position, prefixes, listener) {
        let last: Promise<void> = Promise.resolve();
        return log.subscribe(position, prefixes, {
          onEvents(events: readonly StoredEvent[]) {
            inLog += events.length;
            if (inLog >= goal) reached();
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

  // Each answer waits two seconds for the delivery, so that all that can be are requested at the same time.
  it('accepts messages that do not depend on each other, and one that depends on an undelivered event only after the delivery', async () => {
    const send = (content: string) => server.as('member').post('/messages', body(content));
    delivery.hold();
    const inLog = delivery.appended(2);
    const independent = Promise.all(['one', 'two'].map(send));
    await inLog;
    const made = await server.as('member').post('/bots', { full_name: 'Unheard', short_name: 'unheard', bot_type: 1 });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    expect((await send('three')).status).to.equal(503);
    expect((await independent).map(({ status }) => status)).to.deep.equal([200, 200]);
    delivery.release();
    expect((await send('three')).status).to.equal(200);
  });
});
