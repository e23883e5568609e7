/** The whole service over HTTP, on an EventStoreDB and a MongoDB that can be killed, disconnected and made silent. */
import { openEventStoreLog } from '../../src/adapters/eventstoredb/event-log.ts';
import { openMongoReadStore } from '../../src/adapters/mongodb/read-store.ts';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../src/main.ts';
import { quickly } from '../adapters/mongodb/proxied-store.ts';
import { connectionStringOf, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import { type MongoServer, startMongoServer } from '../servers/mongodb/mongo-server.ts';
import { type RawAnswer, rawGet } from '../support/host-client.ts';
import { startServer, type TestServer, withMore } from '../support/server.ts';

/** A store behind a proxy. Its data survives `kill`. */
export type Breakable = { readonly proxy: FaultProxy; kill(): Promise<void>; start(): Promise<void> };

export type BreakableServer = TestServer & {
  readonly log: Breakable;
  readonly store: Breakable;
  readonly mongo: MongoServer;
  ask(path: string): Promise<RawAnswer>;
  /** Stops the service, and then its stores. */
  end(): Promise<void>;
};

/** Short timeouts, so that tests wait little, but long enough for a slow machine to answer. */
const ofLog = { unavailableAfterMs: 300, answerWithinMs: 1000, inDoubtMs: 60_000, stallMs: 300, closeWithinMs: 1000 };
const ofStore = { selectionMs: 500, answerMs: 1000, heartbeatMs: 100, commitMs: 5000, watchMs: 100 };

export async function startBreakable(env: Readonly<Record<string, string>> = {}): Promise<BreakableServer> {
  let node = await startEventStoreServer();
  const mongo = await startMongoServer();
  const [logProxy, storeProxy] = [await startFaultProxy(node), await startFaultProxy(mongo)];
  const server = await startServer(env, {
    async open(config, ...given) {
      const metrics = openMetrics();
      const { inDoubtResolved } = metrics.instruments;
      const log = await openEventStoreLog(connectionStringOf(logProxy.port), {
        timings: ofLog,
        onNotice(notice) {
          if (notice.kind === 'append-resolved') inDoubtResolved(notice.written ? 'written' : 'not-written');
        },
      });
      const store = await openMongoReadStore(`mongodb://127.0.0.1:${storeProxy.port}/?${quickly}`, ofStore);
      return openApplicationOver(
        { log, store, metrics, sizes: { retryMs: 100, leaseMs: 3000 } },
        { ...config, readStore: 'mongodb://behind-a-proxy' },
        ...given,
      );
    },
  });
  return withMore(server, {
    log: {
      proxy: logProxy,
      kill: () => node.kill(),
      async start() {
        node = await startEventStoreServer({ store: node.store, port: node.port });
      },
    },
    store: { proxy: storeProxy, kill: () => mongo.stop(), start: () => mongo.start() },
    mongo,
    ask: (path: string) => rawGet(server.base, path),
    async end() {
      await server.stop();
      await Promise.all([logProxy.stop(), storeProxy.stop()]);
      await Promise.all([node.kill(), mongo.stop()]);
    },
  });
}
