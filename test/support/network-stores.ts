/** An EventStoreDB and a MongoDB: the test servers, or those that VERBATIM_TEST_EVENTSTORE and VERBATIM_TEST_MONGODB name. */
import { randomUUID } from 'node:crypto';
import { databaseUrl, dropDatabase } from '../adapters/mongodb/subject.ts';
import { connectionStringOf, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { startMongoServer } from '../servers/mongodb/mongo-server.ts';

export type NetworkStores = {
  /** The settings of a service that uses them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export async function networkStores(): Promise<NetworkStores> {
  const { VERBATIM_TEST_EVENTSTORE: realLog, VERBATIM_TEST_MONGODB: realStore } = process.env;
  const log = realLog ? undefined : await startEventStoreServer();
  const mongo = realStore ? undefined : await startMongoServer();
  const readStore = databaseUrl(realStore ?? mongo?.url ?? '', `verbatim-test-${randomUUID()}`);
  return {
    env: {
      VERBATIM_EVENT_LOG: realLog ?? connectionStringOf(log?.port ?? 0),
      VERBATIM_EVENT_LOG_NAMESPACE: realLog ? randomUUID().replaceAll('-', '') : '',
      VERBATIM_READ_STORE: readStore,
      VERBATIM_SECRET: randomUUID() + randomUUID(),
    },
    async stop() {
      if (realStore) await dropDatabase(readStore);
      await mongo?.stop();
      await log?.kill();
    },
  };
}
