/** A process that is suspended in the middle of a change while another takes its lease. Only the test server can hold back a command. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import { type Lease, LeaseLost, type ReadStore } from '../../../src/ports/read-store.ts';
import { checkpointAt, found, leaseFor, models, notes, putNote } from '../../contracts/read-store/fixture.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { databaseUrl } from './subject.ts';

const long = 600_000;

describe('a former holder of the lease on mongodb', () => {
  let server: MongoServer;
  before(async () => {
    server = await startMongoServer();
  });
  after(() => server.stop());

  const ranksIn = (store: Pick<ReadStore, 'snapshot'>): Promise<(number | undefined)[]> =>
    store.snapshot(async (view) => (await found(view, 'byRank')).map(({ rank }) => rank));

  /** Holds back the command of a database with this number, counted from now on, until `goOn`. */
  const holdBack = (number: number) => {
    let goOn = (): void => undefined;
    const held = new Promise<undefined>((resolve) => {
      goOn = () => resolve(undefined);
    });
    const reached = new Promise<true>((resolve) => {
      let count = 0;
      server.intercept = (command) => {
        if (command.$db === 'admin') return undefined;
        count += 1;
        if (count !== number) return undefined;
        resolve(true);
        return held;
      };
    });
    return { reached, goOn };
  };

  /**
   * Calls `act` of the first process once for each command that it sends, each time in a new database. Before that command, the process is
   * suspended while `meanwhile` runs.
   */
  const stopAtEach = async (
    prepare: (one: ReadStore, other: ReadStore) => Promise<() => Promise<unknown>>,
    meanwhile: (other: ReadStore, client: MongoClient) => Promise<() => Promise<void>>,
  ): Promise<number> => {
    for (let number = 1; ; number += 1) {
      const url = databaseUrl(server.url, `verbatim-test-${randomUUID()}`);
      const [one, other] = await Promise.all([openMongoReadStore(url), openMongoReadStore(url)]);
      const client = new MongoClient(url);
      try {
        const act = await prepare(one, other);
        const { reached, goOn } = holdBack(number);
        const done = act().catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error;
        });
        const isHeld = await Promise.race([reached, done.then(() => false)]);
        server.intercept = undefined;
        if (!isHeld) return number - 1;
        const check = await meanwhile(other, client);
        goOn();
        await done;
        await check();
      } finally {
        server.intercept = undefined;
        await Promise.all([one.close(), other.close(), client.close()]);
      }
    }
  };

  /** The other process takes over, writes, and builds a replacement of its store, which it finally uses. */
  const takeOver = async (other: ReadStore, client: MongoClient): Promise<() => Promise<void>> => {
    const lease = await leaseFor(other, 'other');
    await other.reset(lease);
    await other.commit([putNote('b', { rank: 2 })], checkpointAt(2), lease);
    const beside = await other.openReplacement(lease);
    await beside.commit([putNote('c', { rank: 3 })], checkpointAt(3), lease);
    return async () => {
      expect(await other.checkpoint()).to.deep.equal(checkpointAt(2));
      expect(await ranksIn(other)).to.deep.equal([2]);
      expect(await beside.checkpoint()).to.deep.equal(checkpointAt(3));
      expect(await ranksIn(beside)).to.deep.equal([3]);
      await beside.commit([putNote('d', { rank: 4 })], checkpointAt(4), lease);
      await other.exchange(lease);
      expect(await ranksIn(other)).to.deep.equal([3, 4]);
      await leaseFor(other, 'other', 0);
      await leaseFor(other, 'next');
      const stored = await client
        .db()
        .collection<{ _id: string; generation: number; former: { generation: number }[] }>('checkpoint')
        .findOne({ _id: 'checkpoint' });
      const names = (await client.db().listCollections().toArray()).map(({ name }) => name);
      const wanted = [stored, ...(stored?.former ?? [])].map((one) => one?.generation);
      expect(names.filter((name) => name.startsWith('notes'))).to.have.members(
        wanted.map((generation) => (generation === 0 ? 'notes' : `notes.${generation}`)),
      );
      const indexes = await client.db().collection(`notes.${stored?.generation}`).indexes();
      expect(indexes).to.have.length(1 + Object.keys(notes.indexes).length);
    };
  };

  const acts: Readonly<Record<string, (one: ReadStore, lease: Lease) => Promise<() => Promise<unknown>>>> = {
    'a reset': async (one, lease) => () => one.reset(lease),
    'the beginning of a store beside its own': async (one, lease) => () => one.openReplacement(lease),
    'an exchange': async (one, lease) => {
      const built = await one.openReplacement(lease);
      await built.commit([putNote('x', { rank: 8 })], checkpointAt(8), lease);
      return () => one.exchange(lease);
    },
    'the removal of a store beside its own': async (one, lease) => {
      const built = await one.openReplacement(lease);
      return () => built.close();
    },
  };

  for (const [name, prepare] of Object.entries(acts))
    it(`changes nothing after another has taken the lease, wherever it was suspended in ${name}`, async () => {
      const stops = await stopAtEach(async (one, other) => {
        await one.open(models);
        await other.open(models);
        const lease = await leaseFor(one, 'one', 0);
        await one.commit([putNote('a', { rank: 1 })], checkpointAt(1), lease);
        return prepare(one, lease);
      }, takeOver);
      expect(stops).to.be.greaterThan(0);
    });

  it('has lost it once the store is of another version, and resets nothing', async () => {
    const url = databaseUrl(server.url, `verbatim-test-${randomUUID()}`);
    const [one, other] = await Promise.all([openMongoReadStore(url), openMongoReadStore(url)]);
    await one.open(models);
    const lease = await leaseFor(one, 'one');
    await other.open([...models, { name: 'letters', indexes: {} }]);
    expect(await one.reset(lease).catch((error: unknown) => error)).to.be.instanceOf(LeaseLost);
    await Promise.all([one.close(), other.close()]);
  });

  it('may have reset the store while a process of the same version was starting, wherever that one was suspended', async () => {
    const stops = await stopAtEach(
      async (one, other) => {
        await other.open(models);
        await other.takeLease('other', long);
        return () => one.open(models);
      },
      async (other, client) => {
        const lease = await leaseFor(other, 'other');
        await other.reset(lease);
        return async () => {
          await other.commit([putNote('a', { rank: 1 })], checkpointAt(1), lease);
          expect(await ranksIn(other)).to.deep.equal([1]);
          await leaseFor(other, 'other', 0);
          expect(await client.db().collection('notes.1').indexes()).to.have.length(
            1 + Object.keys(notes.indexes).length,
          );
        };
      },
    );
    expect(stops).to.be.greaterThan(0);
  });
});
