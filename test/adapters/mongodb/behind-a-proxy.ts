/** A store on a test server behind a proxy that goes wrong on demand, with one note in it and the lease to write more. */
import { type MongoReadStoreOptions, openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { Lease, ReadStore } from '../../../src/ports/read-store.ts';
import { checkpointAt, leaseOf, models, putNote } from '../../contracts/read-store/fixture.ts';
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';

export type BehindProxy = {
  readonly server: MongoServer;
  readonly proxy: FaultProxy;
  readonly store: ReadStore;
  readonly lease: Lease;
  /** The server, and the way to it, are as they were before anything is closed. */
  close(): Promise<void>;
};

async function behindProxy(options: MongoReadStoreOptions): Promise<BehindProxy> {
  const server = await startMongoServer();
  const proxy = await startFaultProxy({ port: server.port });
  const store = await openMongoReadStore(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`, options);
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

/** A fresh one for each test of the suite that calls it; what it gives is that of the test that runs. */
export function behindProxyInEach(options: MongoReadStoreOptions): Omit<BehindProxy, 'close'> {
  let current: BehindProxy;
  beforeEach(async () => {
    current = await behindProxy(options);
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
