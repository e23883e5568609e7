/** A log over the network delivers an event some time after it acknowledged the append, and may be unavailable in between. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../../src/main.ts';
import type { EventLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { startServer, type TestServer } from '../../support/server.ts';

type Telling = {
  /** Delivers no events until `release`. */
  hold(): void;
  release(): void;
};

/** What is appended is told not before the next turns of the event loop, or not at all while it is held. */
const tellingLate = (log: EventLog): { log: EventLog; telling: Telling } => {
  let released = Promise.resolve();
  let release = (): void => {};
  const late = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await released;
  };
  return {
    telling: {
      hold() {
        released = new Promise((resolve) => {
          release = resolve;
        });
      },
      release: () => release(),
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

describe('a log that tells late', () => {
  let server: TestServer;
  let told: Telling;
  before(async () => {
    server = await startServer(
      {},
      {
        open: async (config, ...given) => {
          const { log, telling } = tellingLate(await openLmdbEventLog(join(config.data, 'log')));
          told = telling;
          const store = await openLmdbReadStore(join(config.data, 'read-models'));
          return openApplicationOver({ log, store, metrics: openMetrics() }, config, ...given);
        },
      },
    );
  });
  after(async () => {
    told.release();
    await server.stop();
  });

  const said = (content: string) => ({ type: 'private', to: [server.as('admin').account.user_id], content });

  it('keeps nobody waiting who was founded, hired or given a key', async () => {
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

  it('holds up no message for the sake of another', async () => {
    told.hold();
    for (const content of ['one', 'two'])
      expect((await server.as('member').post('/messages', said(content))).status).to.equal(200);
    told.release();
    await server.application.caughtUp();
  });

  it('has what builds on what it does not tell refused after a moment, and taken when it tells it', async () => {
    told.hold();
    const made = await server.as('member').post('/bots', { full_name: 'Untold', short_name: 'untold', bot_type: 1 });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const refused = await server.as('member').post('/messages', said('three'));
    expect(refused.status).to.equal(503);
    told.release();
    expect((await server.as('member').post('/messages', said('three'))).status).to.equal(200);
  });
});
