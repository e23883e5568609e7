import { readStoreContract } from '../../contracts/read-store.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { openedStore } from './subject.ts';

const real = process.env.VERBATIM_TEST_MONGODB;

describe('the read store on mongodb', () => {
  if (real !== undefined) {
    readStoreContract('mongodb, a real server', () => openedStore(real));
    return;
  }
  // Only snapshots are read differently on servers older than 5.0.
  for (const [version, wireVersion, of] of [
    ['4.4', 9, 'reads'],
    ['7.0', 21, 'everything'],
  ] as const) {
    describe(`over a server that speaks as ${version}`, () => {
      let server: MongoServer;

      before(async () => {
        server = await startMongoServer({ wireVersion });
      });
      after(() => server.stop());

      readStoreContract(`mongodb ${version}`, () => openedStore(server.url), of);
    });
  }
});
