/**
 * MongoDB is wiped while the service runs, and between two runs. The read models are rebuilt from the log while the service runs. Writes
 * and polls continue. Reads are answered 503 and never with incomplete data.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { databaseUrl, dropDatabase } from '../adapters/mongodb/subject.ts';
import { type Answer, type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { type Following, follow } from '../support/following.ts';
import { type BreakableServer, startBreakable } from './breakable-server.ts';
import { isUnavailable } from './faulty-server.ts';

describe('a wiped MongoDB', function () {
  this.timeout(60_000);
  let server: BreakableServer;
  let queue: Following;
  let release = (): void => undefined;

  before(async () => {
    server = await startBreakable({ VERBATIM_READ_WAIT_MS: '500' });
    for (let number = 0; number < 30; number += 1) await say(`before ${number}`);
    queue = await follow(server.as('admin'), { event_types: ['message'] });
  });
  after(async () => {
    release();
    await server.end();
  });

  const say = async (content: string): Promise<number> => {
    const message = { type: 'stream', to: 'general', topic: 'wiped', content };
    return Number(succeeded(await server.as('member').post('/messages', message)).id);
  };
  const listing = (): Promise<Answer> =>
    server.as('owner').get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  const everything = async (): Promise<Loose[]> => {
    for (;;) {
      const answer = await listing();
      if (answer.status === 200) return list(answer.body.messages);
      expect(isUnavailable(answer), JSON.stringify(answer.body)).to.equal(true);
      await delay(20);
    }
  };

  /** Blocks commits until `release`, so that the rebuild cannot finish before. */
  const hold = (): void => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.mongo.intercept = async (command) => {
      if ('commitTransaction' in command) await released;
      return undefined;
    };
  };
  const wipe = (): Promise<void> => dropDatabase(databaseUrl(server.mongo.url, 'verbatim'));

  /** Checks while reads are answered 503. */
  const servesMeanwhile = async (content: string): Promise<number> => {
    const refused = await listing();
    expect(isUnavailable(refused), JSON.stringify(refused.body)).to.equal(true);
    const id = await say(content);
    expect((await queue.awaited()).map(({ message }) => Number(message?.id))).to.deep.equal([id]);
    expect(isUnavailable(await listing())).to.equal(true);
    expect((await server.ask('/health/live')).status).to.equal(200);
    for (;;) {
      const { status, json } = await server.ask('/health/ready');
      if (status !== 200) {
        expect([status, json.msg]).to.deep.equal([503, 'Not ready: read_models']);
        return id;
      }
      await delay(20);
    }
  };

  for (const [when, wiping] of [
    ['under the running service', wipe],
    [
      'between two runs',
      async () => {
        await server.stop();
        await wipe();
        await server.start();
      },
    ],
  ] as const)
    it(`${when}: writes and polls continue, reads are answered 503 and later with all data`, async () => {
      const before = await everything();
      hold();
      await wiping();
      const id = await servesMeanwhile(`while they were built, ${when}`);
      release();
      const after = await everything();
      expect(after.slice(0, -1)).to.deep.equal(before);
      expect(Number(after.at(-1)?.id)).to.equal(id);
      while ((await server.ask('/health/ready')).status !== 200) await delay(20);
    });
});
