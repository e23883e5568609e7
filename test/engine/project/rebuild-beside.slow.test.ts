/** Read models that are built while others are in use, and replace them while the service runs. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { users } from '../../../projections/users.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import { paceOf } from '../../../src/engine/project/rebuild.ts';
import { type Lease, LeaseLost, type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { databaseUrl, dropDatabase } from '../../adapters/mongodb/subject.ts';
import { startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { appendEvents, engineIn, everythingIn, type TestEngine } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const beginning = [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];
const sent = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => past.sends(from + at, 1, past.inTopic(1, 'plans')));

const real = process.env.VERBATIM_TEST_MONGODB;
const stores: Readonly<Record<string, () => Promise<{ store: ReadStore; end: () => Promise<unknown> }>>> = {
  async embedded() {
    return { store: await openLmdbReadStore(temporaryFolder()), end: async () => undefined };
  },
  async mongodb() {
    const server = real === undefined ? await startMongoServer() : undefined;
    const url = databaseUrl(real ?? server?.url ?? '', `verbatim-test-${randomUUID()}`);
    const end = async (): Promise<void> => {
      if (server) await server.stop();
      else await dropDatabase(url);
    };
    return { store: await openMongoReadStore(url, { watchMs: 50 }), end };
  },
};

for (const [name, open] of Object.entries(stores))
  describe(`a rebuild beside the read models in use, ${name}`, () => {
    let running: TestEngine;
    let opened: Awaited<ReturnType<typeof open>>;
    let lease: Lease | undefined;
    let isTakenOver = false;
    let isAnswerLost = false;
    let isLeaseLost = false;
    beforeEach(async () => {
      opened = await open();
      isTakenOver = false;
      isAnswerLost = false;
      isLeaseLost = false;
      const { takeLease, openReplacement, exchange } = opened.store;
      const store: ReadStore = {
        ...opened.store,
        async takeLease(...asked) {
          const granted = await takeLease(...asked);
          lease = granted ?? lease;
          return granted;
        },
        async exchange(held) {
          if (isTakenOver) throw new LeaseLost('another has it');
          await exchange(held);
          if (isAnswerLost) throw new ReadStoreUnavailable('the connection was cut');
        },
        async openReplacement(held) {
          const begun = await openReplacement(held);
          const commit = () => Promise.reject(new LeaseLost('another has it'));
          return isLeaseLost ? { ...begun, commit } : begun;
        },
      };
      running = await engineIn(temporaryFolder(), { store });
      await appendEvents(running.log, [...beginning, ...sent(1, 12)]);
      await running.engine.follower.catchUp();
      await running.engine.projector.reached(running.engine.follower.position);
    });
    afterEach(async () => {
      await running.close();
      await opened.end();
    });

    const nameOf = async (): Promise<unknown> =>
      (await running.engine.read((view) => view.get(users, `${realmId}.1`)))?.fullName;

    /** As if a disk or a fault of the program had changed it. */
    const spoil = async (): Promise<void> => {
      const document = await running.engine.read((view) => view.get(users, `${realmId}.1`));
      const write = {
        model: 'users',
        op: 'put',
        id: `${realmId}.1`,
        document: { ...document, fullName: 'Spoilt' },
      } as const;
      if (lease) await opened.store.commit([write], undefined, lease);
    };

    it('gives the same read models as the log, and continues from there', async () => {
      const before = await everythingIn(running);
      const rightName = await nameOf();
      await spoil();
      expect(await nameOf()).to.equal('Spoilt');
      const done = await running.engine.rebuild.run();
      expect(done.position).to.equal(running.engine.projector.position);
      expect(await nameOf()).to.equal(rightName);
      expect(await everythingIn(running)).to.deep.equal(before);
      expect(running.engine.rebuild.progress).to.equal(undefined);
      await appendEvents(running.log, sent(13, 5));
      await running.engine.follower.catchUp();
      await running.engine.read(async (view) => expect(view.checkpoint.position).to.equal(await running.log.tail()));
    });

    it('contains what is written in the meantime, and the old read models answer until then', async () => {
      const rebuilt = running.engine.rebuild.run();
      let isOver = false;
      void rebuilt.then(() => {
        isOver = true;
      });
      for (let id = 13; !isOver || id === 13; id += 1) {
        await appendEvents(running.log, sent(id, 1));
        await running.engine.follower.catchUp();
        expect(await nameOf()).to.be.a('string');
      }
      await rebuilt;
      await running.engine.read(async (view) => expect(view.checkpoint.position).to.equal(await running.log.tail()));
    });

    it('is one at a time, and stops with the service, which keeps its old read models', async () => {
      const first = running.engine.rebuild.run().catch((error: unknown) => error);
      expect(() => running.engine.rebuild.run()).to.throw('being rebuilt already');
      await running.engine.rebuild.stop();
      expect(String(await first)).to.equal('RebuildRefused: the service is stopping');
      expect(() => running.engine.rebuild.run()).to.throw('the service is stopping');
      expect(await nameOf()).to.be.a('string');
    });

    it('is refused if another process took over in the meantime, and keeps the old read models', async () => {
      isTakenOver = true;
      await spoil();
      const refused = await running.engine.rebuild.run().catch((error: unknown) => error);
      expect(String(refused)).to.equal('RebuildRefused: another has it');
      expect(await nameOf()).to.equal('Spoilt');
      isTakenOver = false;
      await running.engine.rebuild.run();
      expect(await nameOf()).to.not.equal('Spoilt');
    });

    it('is refused as soon as the lease is lost, and the service stops in order', async () => {
      isLeaseLost = true;
      const refused = await running.engine.rebuild.run().catch((error: unknown) => error);
      expect(String(refused)).to.equal('RebuildRefused: another projector has taken over the read models');
      expect(await nameOf()).to.be.a('string');
    });

    it('continues with the new read models if the answer to their exchange was lost', async () => {
      const before = await everythingIn(running);
      const inUse = running.engine.projector.checkpoint;
      await spoil();
      isAnswerLost = true;
      const failed = await running.engine.rebuild.run().catch((error: unknown) => error);
      expect(String(failed)).to.include('the connection was cut');
      expect(await nameOf()).to.not.equal('Spoilt');
      expect(await everythingIn(running)).to.deep.equal(before);
      expect(running.engine.projector.checkpoint).to.not.equal(inUse);
      await appendEvents(running.log, sent(13, 5));
      await running.engine.follower.catchUp();
      await running.engine.read(async (view) => expect(view.checkpoint.position).to.equal(await running.log.tail()));
    });

    it('delays a scrub until its end', async () => {
      const order: string[] = [];
      const rebuilt = running.engine.rebuild.run().then(() => order.push('rebuilt'));
      const scrubbed = running.engine.scrubber.now().then(() => order.push('scrubbed'));
      await Promise.all([rebuilt, scrubbed]);
      expect(order).to.deep.equal(['rebuilt', 'scrubbed']);
    });
  });

it('reports the rate of a rebuild, and the remaining time at that rate', () => {
  expect(paceOf({ events: 500, position: 250, of: 1000, ms: 2000 })).to.deep.equal({ perSecond: 250, secondsLeft: 6 });
  expect(paceOf({ events: 0, position: 0, of: 1000, ms: 2000 }).secondsLeft).to.equal(undefined);
});
