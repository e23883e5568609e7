/** A store on a test server, connected through a proxy that can fail on demand. It contains one note, and the test has the lease. */
import { type MongoReadStoreOptions, openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { Lease, ReadStore } from '../../../src/ports/read-store.ts';
import { checkpointAt, leaseOf, models, putNote } from '../../contracts/read-store/fixture.ts';
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';

export type ProxiedStore = {
  readonly server: MongoServer;
  readonly proxy: FaultProxy;
  readonly store: ReadStore;
  readonly lease: Lease;
  /** Restores the server and the connection, then closes everything. */
  close(): Promise<void>;
};

/** After a break the driver looks for the server again at once, instead of half a second after its last look. */
export const quickly = 'directConnection=true&minHeartbeatFrequencyMS=10';

async function proxiedStore(options: MongoReadStoreOptions): Promise<ProxiedStore> {
  const server = await startMongoServer();
  const proxy = await startFaultProxy({ port: server.port });
  const store = await openMongoReadStore(`mongodb://127.0.0.1:${proxy.port}/?${quickly}`, options);
  await store.open(models);
  const lease = await leaseOf(store);
  await store.commit([putNote('a', { rank: 1 })], checkpointAt(1), lease);
  return {
    server,
    proxy,
    store,
    lease,
    async close() {
      server.intercept = undefined;
      await server.start();
      proxy.blackHole(false);
      proxy.take();
      await store.close();
      await proxy.stop();
      await server.stop();
    },
  };
}

/** Opens one for each test of the calling suite. The returned object forwards to the store of the running test. */
export function proxiedStoreInEach(options: MongoReadStoreOptions): Omit<ProxiedStore, 'close'> {
  let current: ProxiedStore;
  beforeEach(async () => {
    current = await proxiedStore(options);
  });
  afterEach(() => current.close());
  return {
    get server() {
      return current.server;
    },
    get proxy() {
      return current.proxy;
    },
    get store() {
      return current.store;
    },
    get lease() {
      return current.lease;
    },
  };
}
