/** Read models that were deleted or restored from an old copy are rebuilt while the service runs; queries never see incomplete data. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { users } from '../../../projections/users.ts';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { Checkpoint, ReadStore } from '../../../src/ports/read-store.ts';
import { databaseUrl, dropDatabase } from '../../adapters/mongodb/subject.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const real = process.env.VERBATIM_TEST_MONGODB;
const people = Array.from({ length: 60 }, (_, index) => past.newUser(index + 1)).flat();

describe('read models in a MongoDB database that is dropped', () => {
  let server: MongoServer | undefined;
  let url: string;
  let store: ReadStore;
  let running: TestEngine;
  let client: MongoClient;
  let folder: string;

  before(async () => {
    server = real === undefined ? await startMongoServer() : undefined;
  });
  after(() => server?.stop());

  beforeEach(async () => {
    folder = temporaryFolder();
    await start();
    await appendEvents(running.log, [registered, past.founded(), ...people]);
  });
  afterEach(() => stop());

  /** On a new database. */
  const start = async (): Promise<void> => {
    url = databaseUrl(real ?? server?.url ?? '', `verbatim-test-${randomUUID()}`);
    client = new MongoClient(url);
    store = await openMongoReadStore(url, { watchMs: 50 });
    running = await engineIn(folder, { store, leaseMs: 150 });
  };

  const stop = async (): Promise<void> => {
    await running.close();
    await client.close();
    await dropDatabase(url);
  };

  const listed = (): Promise<number> =>
    running.engine.read((view) => view.count(users, 'byId', { prefix: [realmId], limit: 1000 }));

  /** All documents of the database, without the lease. */
  const everything = async (): Promise<object> => {
    await running.engine.projector.reached(running.engine.follower.position);
    const found: Record<string, unknown> = {};
    for (const { name } of await client.db().listCollections({}, { nameOnly: true }).toArray()) {
      const documents = await client.db().collection(name).find({}).sort({ _id: 1 }).toArray();
      found[name] =
        name === 'checkpoint' ? documents.map(({ checkpoint }) => ({ ...checkpoint, build: undefined })) : documents;
    }
    return found;
  };

  const caughtUp = async (): Promise<void> => {
    await running.engine.follower.catchUp();
    await running.engine.projector.reached(running.engine.follower.position);
  };

  it('are rebuilt, including events appended since', async () => {
    await caughtUp();
    const count = await listed();
    await client.db().dropDatabase();
    await appendEvents(running.log, past.newUser(100));
    await caughtUp();
    expect(await listed()).to.equal(count + 1);
    const rebuilt = await everything();
    await stop();
    await start();
    await caughtUp();
    expect(await everything()).to.deep.equal(rebuilt);
  });

  /** Resolves when the store has a checkpoint of which `isAwaited` is true. */
  const committed = (isAwaited: (checkpoint: Checkpoint) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = store.onCheckpoint((checkpoint) => {
        if (checkpoint === undefined || !isAwaited(checkpoint)) return;
        stop();
        resolve();
      });
    });

  /** Resolves when the read models of the wiped store have been built up to the end of the log. */
  const rebuilt = (): Promise<void> => committed(({ position }) => position === running.engine.follower.position);

  it('are rebuilt without a new event', async () => {
    await caughtUp();
    const before = await everything();
    await client.db().dropDatabase();
    await rebuilt();
    expect(await everything()).to.deep.equal(before);
  });

  it('are rebuilt when the database is dropped a second time during the rebuild', async () => {
    await caughtUp();
    const before = await everything();
    await client.db().dropDatabase();
    await committed(() => true);
    await client.db().dropDatabase();
    await rebuilt();
    expect(await everything()).to.deep.equal(before);
  });

  it('never answer a read with incomplete data', async () => {
    await caughtUp();
    const count = await listed();
    const counts: (number | string)[] = [];
    let reading = true;
    const reads = (async () => {
      while (reading) counts.push(await listed().catch((error: Error) => error.name));
    })();
    await client.db().dropDatabase();
    await appendEvents(running.log, past.newUser(100));
    await caughtUp();
    counts.push(await listed());
    reading = false;
    await reads;
    expect(counts.at(-1)).to.equal(count + 1);
    expect([...new Set(counts)].filter((one) => one !== 'ReadStoreUnavailable')).to.have.members([
      ...new Set([count, count + 1].filter((one) => counts.includes(one))),
    ]);
  });
});
