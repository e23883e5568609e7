/**
 * Runs some scenarios again, on the test servers for EventStoreDB and MongoDB. VERBATIM_TEST_EVENTSTORE and VERBATIM_TEST_MONGODB run all
 * tests on other servers. If they are set, this file does nothing, because all scenarios run on those servers already.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { databaseUrl } from '../adapters/mongodb/subject.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { type MongoServer, startMongoServer } from '../servers/mongodb/mongo-server.ts';
import { isEmbedded, useStores } from '../support/test-stores.ts';

/**
 * For each kind of operation of a store, the scenario that uses it most, unless another test covers it over these stores: the log read by
 * log streams and followed, every GET and every read of a replica, and the ranges of a listing.
 */
const files = ['../cli/log', './as-of-everything', './endpoints-listing'];

if (isEmbedded) {
  let log: EventStoreServer;
  let mongo: MongoServer;
  /** By the data folder of their service. */
  const names = new Map<string, string>();

  // Suites run in the order in which they are declared.
  describe('the stores of the scenarios that follow', () => {
    it('are an EventStoreDB and a MongoDB', async () => {
      log = await startEventStoreServer();
      mongo = await startMongoServer();
      useStores((data) => {
        const name = names.get(data) ?? randomUUID().replaceAll('-', '');
        names.set(data, name);
        return {
          VERBATIM_EVENT_LOG: connectionStringOf(log.port),
          VERBATIM_EVENT_LOG_NAMESPACE: name,
          VERBATIM_READ_STORE: databaseUrl(mongo.url, `verbatim-test-${name}`),
        };
      });
    });
  });

  // A query makes another module of the same file, which declares its suites once more.
  for (const file of files) await import(`${file}.test.ts?network`);

  describe('the stores of these scenarios', () => {
    it('were used by each', async () => {
      useStores(undefined);
      await mongo.stop();
      await log.kill();
      expect(names.size).to.equal(files.length);
    });
  });
}
