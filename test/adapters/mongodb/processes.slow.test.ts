/** Several processes on one database, and a database that belongs to another program, to another version, or was wiped. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import { LeaseLost, type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import {
  checkpointAt,
  counters,
  found,
  leaseFor,
  models,
  nextTurn,
  notes,
  putNote,
} from '../../contracts/read-store/fixture.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { databaseUrl, dropDatabase } from './subject.ts';

const real = process.env.VERBATIM_TEST_MONGODB;
const long = 600_000;

const errorOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('several processes on one mongodb', () => {
  let server: MongoServer | undefined;
  let url: string;
  let one: ReadStore;
  let other: ReadStore;
  let client: MongoClient;

  before(async () => {
    server = real === undefined ? await startMongoServer() : undefined;
  });
  after(() => server?.stop());

  beforeEach(async () => {
    url = databaseUrl(real ?? server?.url ?? '', `verbatim-test-${randomUUID()}`);
    [one, other] = await Promise.all([openMongoReadStore(url), openMongoReadStore(url)]);
    client = new MongoClient(url);
  });
  afterEach(async () => {
    if (server) server.intercept = undefined;
    await Promise.all([one.close(), other.close(), client.close()]);
    await dropDatabase(url);
  });

  const openBoth = (): Promise<unknown> => Promise.all([one.open(models), other.open(models)]);

  const ranksIn = (store: ReadStore): Promise<(number | undefined)[]> =>
    store.snapshot(async (view) => (await found(view, 'byRank')).map(({ rank }) => rank));

  it('open it at the same time', async () => {
    await openBoth();
    await one.commit([putNote('a', { rank: 1 })], checkpointAt(1), await leaseFor(one, 'one'));
    expect(await ranksIn(other)).to.deep.equal([1]);
    const indexes = await client.db().collection('notes').indexes();
    expect(indexes.map(({ name }) => name)).to.have.length(1 + Object.keys(notes.indexes).length);
  });

  it('see the commits of each other, and are notified', async () => {
    await openBoth();
    const lease = await leaseFor(one, 'one');
    let onPosition: (position: number | undefined) => void = () => {};
    const stop = other.onCheckpoint((checkpoint) => onPosition(checkpoint?.position));
    for (let position = 1; position <= 10; position += 1) {
      const news = new Promise<void>((resolve) => {
        onPosition = (at) => (at === position ? resolve() : undefined);
      });
      await one.commit([putNote(`n${position}`, { rank: position })], checkpointAt(position), lease);
      await news;
      expect(await ranksIn(other)).to.have.length(position);
    }
    stop();
  });

  it('project one at a time, each continuing after the last one', async () => {
    await openBoth();
    const first = await leaseFor(one, 'one');
    expect(await other.takeLease('other', long)).to.equal(undefined);
    await one.commit([putNote('a', { rank: 1 })], checkpointAt(1), first);
    await one.takeLease('one', 0);
    const second = await leaseFor(other, 'other');
    expect(await other.checkpoint()).to.deep.equal(checkpointAt(1));
    await other.commit([putNote('b', { rank: 2 })], checkpointAt(2), second);
    expect(await errorOf(one.commit([putNote('a', { rank: 9 })], checkpointAt(9), first))).to.be.instanceOf(LeaseLost);
    expect(await ranksIn(one)).to.deep.equal([1, 2]);
  });

  it('release the lease at once when its holder closes', async () => {
    await openBoth();
    await leaseFor(one, 'one');
    await one.close();
    expect(await other.takeLease('other', long)).to.be.an('object');
  });

  const holdingBack = real === undefined ? it : () => 'only the test server can hold back a commit';
  holdingBack('wait with taking over for a commit that is under way', async () => {
    await openBoth();
    const first = await leaseFor(one, 'one', 0);
    let goOn = (): void => {};
    const held = new Promise<undefined>((resolve) => {
      goOn = () => resolve(undefined);
    });
    const reached = new Promise<void>((resolve) => {
      if (server === undefined) throw new Error('there is no test server');
      server.intercept = (command) => {
        if (!('commitTransaction' in command)) return undefined;
        resolve();
        return held;
      };
    });
    const committed = one.commit([putNote('a', { rank: 1 })], checkpointAt(1), first);
    await reached;
    const taken = leaseFor(other, 'other');
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    goOn();
    await Promise.all([committed, taken]);
    expect(await other.checkpoint()).to.deep.equal(checkpointAt(1));
    expect(await errorOf(one.commit([], checkpointAt(2), first))).to.be.instanceOf(LeaseLost);
  });

  it('of different versions do not write into each other’s models', async () => {
    await one.open(models);
    const lease = await leaseFor(one, 'one', 0);
    await one.commit([putNote('a', { rank: 1, title: 't' })], checkpointAt(1), lease);
    const newer = { name: 'notes', indexes: { byRank: ['title', 'rank'] } };
    await other.open([newer, counters]);
    expect(await errorOf(one.commit([], checkpointAt(2), lease))).to.be.instanceOf(ReadStoreUnavailable);
    expect(await one.takeLease('one', long)).to.equal(undefined);
    expect(await errorOf(ranksIn(one))).to.be.instanceOf(ReadStoreUnavailable);
    const held = await leaseFor(other, 'other');
    await other.commit([], checkpointAt(3), held);
    expect(await other.snapshot((view) => view.scanKeys(newer, 'byRank', { prefix: [], limit: 9 }))).to.deep.equal([
      ['t', 1],
    ]);
  });

  it('start again when the database was wiped', async () => {
    await openBoth();
    const old = await leaseFor(one, 'one');
    await one.commit([putNote('a', { rank: 1 })], checkpointAt(5), old);
    const notified: (number | undefined)[] = [];
    let heard = (): void => {};
    const stop = other.onCheckpoint((checkpoint) => {
      notified.push(checkpoint?.position);
      heard();
    });
    const until = async (position: number | undefined): Promise<void> => {
      while (notified.length === 0 || notified.at(-1) !== position) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    };
    await until(5);
    await client.db().dropDatabase();
    await until(undefined);
    expect(await one.checkpoint()).to.equal(undefined);
    expect(await errorOf(one.commit([], checkpointAt(6), old))).to.be.instanceOf(LeaseLost);
    const lease = await leaseFor(one, 'one');
    expect(lease.token).to.be.greaterThan(old.token);
    await one.commit([putNote('b', { rank: 2 })], checkpointAt(1), lease);
    expect(await errorOf(one.commit([], checkpointAt(6), old))).to.be.instanceOf(LeaseLost);
    expect(await ranksIn(other)).to.deep.equal([2]);
    await until(1);
    stop();
  });

  it('do not trust the checkpoint when a collection is gone', async () => {
    await openBoth();
    await one.commit([putNote('a', { rank: 1 })], checkpointAt(5), await leaseFor(one, 'one'));
    await client.db().dropCollection('counters');
    await other.open(models);
    expect(await other.checkpoint()).to.equal(undefined);
  });

  it('do not change other collections in a database, and refuse a database whose collections have their names', async () => {
    await client.db().collection('visitors').insertOne({ name: 'somebody' });
    await one.open(models);
    await one.open([counters]);
    expect(await client.db().collection('visitors').findOne()).to.include({ name: 'somebody' });
    await client.db().dropDatabase();
    await client.db().collection('notes').insertOne({ name: 'somebody' });
    expect(String(await errorOf(other.open(models)))).to.contain('not ours');
    expect(await client.db().collection('notes').findOne()).to.include({ name: 'somebody' });
  });
});

describe('a mongodb that the read store refuses', () => {
  it('is a standalone server: the message says what to do', async () => {
    const server = await startMongoServer({ replicaSet: false });
    expect(String(await errorOf(openMongoReadStore(server.url)))).to.contain('rs.initiate()');
    await server.stop();
  });

  it('is an unavailable store if no server answers', async () => {
    const server = await startMongoServer();
    await server.stop();
    const refused = await errorOf(openMongoReadStore(server.url, { selectionMs: 200 }));
    expect(refused).to.be.instanceOf(ReadStoreUnavailable);
    expect(String(refused)).to.contain(`127.0.0.1:${server.port}`);
  });
});
