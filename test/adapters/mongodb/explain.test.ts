/**
 * Every query of the read store uses a declared index, in its order. This is checked with `explain` for every
 * index of every read model of the service, every number of keys that a prefix may have, and every kind of bounds.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { projections } from '../../../projections/index.ts';
import { type IndexQuery, indexQuery } from '../../../src/adapters/mongodb/index-query.ts';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { ReadModel } from '../../../src/define/projection.ts';
import { feedModel } from '../../../src/feed/model.ts';
import type { Key, ReadStore, Write } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo } from '../../contracts/read-store/fixture.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { databaseUrl, dropDatabase } from './subject.ts';

const real = process.env.VERBATIM_TEST_MONGODB;

/** Fields that hold arrays. A query of their index names the element. */
const arrays: ReadonlySet<string> = new Set([
  'participants',
  'alsoTo',
  'mentions',
  'has',
  'words',
  'carries',
  'lists',
  'edges',
  'eventIds',
  'keys',
  'erasedKeys',
]);

const models: readonly ReadModel<object>[] = [...projections, feedModel].map(({ name, indexes }) => ({
  name,
  indexes,
}));

/** A document that has an entry in every index of its model. */
const indexed = ({ name, indexes }: ReadModel<object>, at: number): Write => {
  const fields = new Set(Object.values(indexes).flat());
  const document = Object.fromEntries([...fields].map((field) => [field, arrays.has(field) ? [at, at + 1] : at]));
  return { model: name, op: 'put', id: `1.${at}`, document };
};

const stagesOf = (plan: unknown): string[] => {
  if (typeof plan !== 'object' || plan === null) return [];
  const stage = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  return [...stage, ...Object.values(plan).flatMap(stagesOf)];
};

const bounds: readonly { readonly from?: Key; readonly to?: Key }[] = [
  {},
  { from: 1 },
  { to: 1 },
  { from: 1, to: 2 },
  { from: null, to: 'text' },
  { from: 'text' },
  { from: 1, to: 'text' },
];

/** Each kind of bounds in ascending order, and the first of them in descending order too. */
const asked = (isLast: boolean): readonly { readonly bound: (typeof bounds)[number]; readonly reverse: boolean }[] => {
  const some = isLast ? [{}] : bounds;
  return [
    ...some.map((bound) => ({ bound, reverse: false })),
    ...some.slice(0, 4).map((bound) => ({ bound, reverse: true })),
  ];
};

describe('every query of the read store to mongodb', () => {
  let server: MongoServer | undefined;
  let store: ReadStore;
  let client: MongoClient;
  let db: Db;
  let url: string;

  before(async () => {
    server = real === undefined ? await startMongoServer() : undefined;
    url = databaseUrl(real ?? server?.url ?? '', `verbatim-test-${randomUUID()}`);
    store = await openMongoReadStore(url);
    await store.open(models);
    await commitTo(
      store,
      models.flatMap((model) => [1, 2, 3].map((at) => indexed(model, at))),
      checkpointAt(1),
    );
    client = new MongoClient(url);
    db = client.db();
  });
  after(async () => {
    await client.close();
    await store.close();
    await dropDatabase(url);
    await server?.stop();
  });

  const stages = async (model: string, { filter, sort, hint }: IndexQuery, projection: Document): Promise<string[]> => {
    const explained = await db.collection(model).find(filter, { sort, hint, projection }).explain('queryPlanner');
    const { winningPlan } = explained.queryPlanner;
    return stagesOf(winningPlan.queryPlan ?? winningPlan);
  };

  for (const { name, indexes } of models) {
    for (const [index, fields] of Object.entries(indexes)) {
      it(`is answered by ${name}.${index}`, async () => {
        const array = fields.findIndex((field) => arrays.has(field));
        for (let fixed = array + 1; fixed <= fields.length; fixed += 1) {
          const prefix = Array.from({ length: fixed }, () => 1);
          for (const { bound, reverse } of asked(fixed === fields.length)) {
            const query = indexQuery({ name: index, fields }, { prefix, ...bound, reverse, limit: 10 });
            const text = JSON.stringify(query);
            const plan = await stages(name, query, { _id: 0, json: 1 });
            expect(plan, text).to.include('IXSCAN');
            for (const stage of ['COLLSCAN', 'SORT']) expect(plan, text).not.to.include(stage);
            // Whether the index has all keys does not depend on the order.
            if (reverse || fixed === 0 || query.open.length === 0) continue;
            const keys = Object.fromEntries(query.open.map((field) => [field, 1]));
            expect(await stages(name, query, { _id: 0, ...keys }), `keys of ${text}`).not.to.include('FETCH');
          }
        }
      });
    }
  }
});
