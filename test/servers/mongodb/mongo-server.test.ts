/**
 * Behaviour of a server that the adapter relies on, tested through the driver: on the test server, or on the real server that
 * VERBATIM_TEST_MONGODB names. This detects differences between the two.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type ClientSession, type Collection, type Document, MongoClient, MongoServerError } from 'mongodb';
import { type MongoServer, startMongoServer } from './mongo-server.ts';

type Item = { _id: string; n?: number | number[] };

const real = process.env.VERBATIM_TEST_MONGODB;

const refusalOf = async (done: Promise<unknown>): Promise<MongoServerError> => {
  try {
    await done;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe(`a mongodb server (${real === undefined ? 'the test server' : 'a real one'})`, () => {
  let server: MongoServer | undefined;
  let client: MongoClient;
  let items: Collection<Item>;
  let sessions: ClientSession[];

  before(async () => {
    server = real === undefined ? await startMongoServer() : undefined;
    client = new MongoClient(real ?? server?.url ?? '', { writeConcern: { w: 'majority' } });
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  beforeEach(async () => {
    sessions = [];
    items = client.db(`verbatim-test-${randomUUID()}`).collection<Item>('items');
    await items.db.createCollection('items');
    await items.bulkWrite(['a', 'b'].map((_id) => ({ insertOne: { document: { _id, n: 1 } } })));
  });
  afterEach(async () => {
    for (const session of sessions) await session.endSession();
    await items.db.dropDatabase();
  });

  const transaction = (): ClientSession => {
    const session = client.startSession({ causalConsistency: false });
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    sessions.push(session);
    return session;
  };

  const nOf = async (_id: string, session?: ClientSession): Promise<unknown> =>
    (await items.findOne({ _id }, session ? { session } : {}))?.n;

  const set = (_id: string, n: number, session?: ClientSession) =>
    items.updateOne({ _id }, { $set: { n } }, session ? { session } : {});

  it('shows the writes of a transaction to itself at once, and to others after its commit', async () => {
    const session = transaction();
    await set('a', 2, session);
    expect([await nOf('a', session), await nOf('a')]).to.deep.equal([2, 1]);
    await session.commitTransaction();
    expect(await nOf('a')).to.equal(2);
  });

  it('shows a transaction the data as of its beginning', async () => {
    const session = transaction();
    expect(await nOf('b', session)).to.equal(1);
    await set('a', 2);
    expect(await nOf('a', session)).to.equal(1);
  });

  it('refuses the second of two transactions that write one document, with all its writes', async () => {
    const [first, second] = [transaction(), transaction()];
    await set('b', 2, second);
    await set('a', 2, first);
    const refusal = await refusalOf(set('a', 3, second));
    expect([refusal.code, refusal.hasErrorLabel('TransientTransactionError')]).to.deep.equal([112, true]);
    await first.commitTransaction();
    expect([await nOf('a'), await nOf('b')]).to.deep.equal([2, 1]);
  });

  it('refuses a transaction that writes a document that was changed since it began', async () => {
    const session = transaction();
    expect(await nOf('b', session)).to.equal(1);
    await set('a', 2);
    expect((await refusalOf(set('a', 3, session))).code).to.equal(112);
  });

  it('does not treat an update without changes as a write: two of them do not conflict', async () => {
    const [first, second] = [transaction(), transaction()];
    await set('a', 1, first);
    await set('a', 1, second);
    await first.commitTransaction();
    await second.commitTransaction();
  });

  it('lets a write outside a transaction wait for the transaction that has written the document', async () => {
    const session = transaction();
    await set('a', 2, session);
    const alone = items.updateOne({ _id: 'a' }, { $set: { n: 3 } });
    await session.commitTransaction();
    expect((await alone).modifiedCount).to.equal(1);
    expect(await nOf('a')).to.equal(3);
  });

  it('does not block it if the committed document does not match its filter', async () => {
    const session = transaction();
    await set('a', 2, session);
    expect((await items.updateOne({ _id: 'a', n: 2 }, { $set: { n: 3 } })).matchedCount).to.equal(0);
    await session.commitTransaction();
    expect(await nOf('a')).to.equal(2);
  });

  it('evaluates the filter again after the wait', async () => {
    const session = transaction();
    await set('a', 2, session);
    const alone = items.updateOne({ _id: 'a', n: 1 }, { $set: { n: 3 } });
    await session.commitTransaction();
    expect((await alone).matchedCount).to.equal(0);
    expect(await nOf('a')).to.equal(2);
  });

  it('reads one snapshot in a snapshot session, whatever is written meanwhile', async function () {
    const { maxWireVersion } = await items.db.admin().command({ hello: 1 });
    if (maxWireVersion < 13) {
      if (this.test) this.test.title += ' (the server is older than 5.0)';
      this.skip();
    }
    const session = client.startSession({ snapshot: true });
    sessions.push(session);
    const read = () => items.find({}, { session, sort: { _id: 1 } }).toArray();
    const before = await read();
    await set('a', 2);
    await items.deleteOne({ _id: 'b' });
    await items.insertOne({ _id: 'c' });
    expect(await read()).to.deep.equal(before);
    expect(await items.find({}).toArray()).to.deep.equal([{ _id: 'a', n: 2 }, { _id: 'c' }]);
  });

  it('uses a partial index if the filter implies its condition, in its order, with each document once', async () => {
    await items.bulkWrite([
      { insertOne: { document: { _id: 'c' } } },
      { insertOne: { document: { _id: 'd', n: [5, 1] } } },
    ]);
    await items.createIndex({ n: 1, _id: 1 }, { name: 'byN', partialFilterExpression: { n: { $exists: true } } });
    const ids = async (filter: Document): Promise<string[]> =>
      (await items.find(filter, { hint: 'byN' }).sort({ _id: -1 }).toArray()).map(({ _id }) => _id);
    expect(await ids({ n: 1 })).to.deep.equal(['d', 'b', 'a']);
    expect(await ids({ n: { $gte: 0 } })).to.deep.equal(['d', 'b', 'a']);
    expect(await ids({ n: { $exists: true } })).to.deep.equal(['d', 'b', 'a']);
    expect((await refusalOf(items.find({}, { hint: 'byNothing' }).toArray())).message).to.match(
      /hint provided does not/,
    );
  });

  it('compares values of one type; negations match all types', async () => {
    const mixed = items.db.collection<{ _id: number; v: unknown }>('mixed');
    await mixed.insertMany([null, Number.NEGATIVE_INFINITY, 1, 2, 'a', 'b'].map((v, _id) => ({ _id, v })));
    const found = async (v: unknown) =>
      (await mixed.find({ v }).sort({ _id: 1 }).toArray()).map((document) => document.v);
    expect(await found({ $gte: 1 })).to.deep.equal([1, 2]);
    expect(await found({ $lte: 1 })).to.deep.equal([Number.NEGATIVE_INFINITY, 1]);
    expect(await found({ $not: { $lt: 2 } })).to.deep.equal([null, 2, 'a', 'b']);
    expect(await found({ $not: { $gt: 'a' } })).to.deep.equal([null, Number.NEGATIVE_INFINITY, 1, 2, 'a']);
    const sorted = await mixed.find({}).sort({ v: 1 }).toArray();
    expect(sorted.map(({ v }) => v)).to.deep.equal([null, Number.NEGATIVE_INFINITY, 1, 2, 'a', 'b']);
  });

  it('uses its own clock in updates', async () => {
    const leases = items.db.collection<{ _id: string; until: Date; token: number }>('leases');
    await leases.insertOne({ _id: 'lease', until: new Date(0), token: 7 });
    const take = (): Promise<Document | null> =>
      leases.findOneAndUpdate(
        { _id: 'lease', $or: [{ token: 0 }, { $expr: { $lte: ['$until', '$$NOW'] } }] },
        [{ $set: { token: { $add: ['$token', 1] }, until: { $add: ['$$NOW', 600_000] } } }],
        { returnDocument: 'after' },
      );
    expect((await take())?.token).to.equal(8);
    expect(await take()).to.equal(null);
  });

  it('reports changes through a change stream, those of a transaction after its commit', async () => {
    const changes = items.watch([{ $match: { 'documentKey._id': 'a' } }], { maxAwaitTimeMS: 100 });
    expect(await changes.tryNext()).to.equal(null);
    const session = transaction();
    await set('b', 2, session);
    await set('a', 2, session);
    expect(await changes.tryNext()).to.equal(null);
    await session.commitTransaction();
    expect(await changes.next()).to.include({ operationType: 'update' });
    await changes.close();
  });
});
