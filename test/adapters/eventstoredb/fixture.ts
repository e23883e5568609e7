/** A log on a stand-in for the store, with a proxy between them that goes wrong on demand. */
import { type EventStoreLogOptions, openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventStoreNotice } from '../../../src/adapters/eventstoredb/store-context.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../../servers/eventstoredb/server.ts';
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.ts';

export type Bench = {
  readonly log: EventLog;
  /** The node as it runs now. */
  readonly server: EventStoreServer;
  readonly proxy: FaultProxy;
  readonly notices: EventStoreNotice[];
  readonly fatal: Error[];
  /** Resolves with the next notice of this kind, from now on. */
  noticed(kind: EventStoreNotice['kind']): Promise<EventStoreNotice>;
  /** Kills the node. */
  kill(): Promise<void>;
  /** Starts it anew on what it stored. */
  restart(): Promise<void>;
  openAnother(options?: EventStoreLogOptions): Promise<EventLog>;
  stop(): Promise<void>;
};

/** Short, so that nothing is waited for; but long enough for a slow machine to answer in. */
const timings = {
  unavailableAfterMs: 500,
  answerWithinMs: 1000,
  inDoubtMs: 60_000,
  stallMs: 100,
  closeWithinMs: 500,
};

export const openBench = async (options: EventStoreLogOptions = {}): Promise<Bench> => {
  let server = await startEventStoreServer();
  const proxy = await startFaultProxy({ port: server.port });
  const connectionString = connectionStringOf(proxy.port);
  const notices: EventStoreNotice[] = [];
  const fatal: Error[] = [];
  const waiting: { kind: EventStoreNotice['kind']; resolve: (notice: EventStoreNotice) => void }[] = [];
  const allOptions: EventStoreLogOptions = {
    scavengeUrls: [server.scavengeUrl],
    ...options,
    timings: { ...timings, ...options.timings },
    onNotice(notice) {
      notices.push(notice);
      for (const waiter of waiting.filter(({ kind }) => kind === notice.kind)) {
        waiting.splice(waiting.indexOf(waiter), 1);
        waiter.resolve(notice);
      }
    },
    onFatal: (error) => fatal.push(error),
  };
  const openAnother = (others: EventStoreLogOptions = {}) =>
    openEventStoreLog(connectionString, { ...allOptions, ...others });
  const log = await openAnother();
  return {
    log,
    get server() {
      return server;
    },
    proxy,
    notices,
    fatal,
    noticed: (kind) => new Promise((resolve) => waiting.push({ kind, resolve })),
    kill: () => server.kill(),
    async restart() {
      server = await startEventStoreServer({ store: server.store, port: server.port });
    },
    openAnother,
    async stop() {
      await log.close();
      await proxy.stop();
      await server.kill();
    },
  };
};

/** What a promise was rejected with; undefined where it was not. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
