/**
 * A log on the test server, with a proxy between them that fails on demand; or on the real node that VERBATIM_TEST_EVENTSTORE names,
 * in a namespace of its own. A real node does not fail on demand: tests that need that are skipped there.
 */
import { randomUUID } from 'node:crypto';
import { type EventStoreLogOptions, openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventStoreNotice } from '../../../src/adapters/eventstoredb/store-context.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../../servers/eventstoredb/server.ts';
import type { EventStore } from '../../servers/eventstoredb/store.ts';
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

const { VERBATIM_TEST_EVENTSTORE: real } = process.env;

/** A test that needs the test server, because it does something on demand that a real node does not. */
export const itOnTestServer = (title: string, test: () => Promise<void>): void => {
  if (real) it.skip(`${title} (needs the test server)`, test);
  else it(title, test);
};

export type Bench = {
  readonly log: EventLog;
  /** On the same node and in the same namespace, without the proxy. */
  readonly direct: EventLog;
  /** Leads to the node without the proxy. */
  readonly connectionString: string;
  /** Of both logs; may be empty. */
  readonly namespace: string;
  /** The name of one of their log streams in the store. */
  nameOf(stream: string): string;
  /** The running test server. */
  readonly server: EventStoreServer;
  readonly proxy: FaultProxy;
  readonly notices: EventStoreNotice[];
  readonly fatal: Error[];
  /** The first of them. */
  readonly failed: Promise<Error>;
  /** Resolves with the next notice of this kind, from now on. */
  noticed(kind: EventStoreNotice['kind']): Promise<EventStoreNotice>;
  /** Kills the node. */
  kill(): Promise<void>;
  /** Starts it again, with its stored events unless another store is given. */
  restart(store?: EventStore): Promise<void>;
  openAnother(options?: EventStoreLogOptions): Promise<EventLog>;
  stop(): Promise<void>;
};

/** Short, so that tests are fast, but long enough for a slow machine. */
const timings = {
  unavailableAfterMs: 500,
  answerWithinMs: 1000,
  inDoubtMs: 60_000,
  stallMs: 100,
  closeWithinMs: 500,
};

/** For tests in which the store always answers, however busy the machine is. */
export const patient = { unavailableAfterMs: 30_000, answerWithinMs: 30_000, closeWithinMs: 30_000 };

/** For tests in which the store falls silent for a while, but is never given up. */
export const silent = { answerWithinMs: 300, unavailableAfterMs: 30_000 };

export const openBench = async (options: EventStoreLogOptions = {}): Promise<Bench> => {
  let server = real ? undefined : await startEventStoreServer();
  const port = server?.port ?? Number(new URL(real ?? '').port);
  const namespace = options.namespace ?? (real ? randomUUID().replaceAll('-', '') : '');
  const proxy = await startFaultProxy({ port });
  const connectionString = connectionStringOf(proxy.port);
  const testServer = (): EventStoreServer => {
    if (server === undefined) throw new Error('this needs the test server');
    return server;
  };
  const notices: EventStoreNotice[] = [];
  const fatal: Error[] = [];
  const { promise: failed, resolve: fail } = withResolvers<Error>();
  const waiting: { kind: EventStoreNotice['kind']; resolve: (notice: EventStoreNotice) => void }[] = [];
  const allOptions: EventStoreLogOptions = {
    scavengeUrls: [server?.scavengeUrl ?? `http://127.0.0.1:${port}/admin/scavenge`],
    ...options,
    namespace,
    timings: { ...timings, ...options.timings },
    onNotice(notice) {
      notices.push(notice);
      for (const waiter of waiting.filter(({ kind }) => kind === notice.kind)) {
        waiting.splice(waiting.indexOf(waiter), 1);
        waiter.resolve(notice);
      }
    },
    onFatal(error) {
      fatal.push(error);
      fail(error);
    },
  };
  const openAnother = (others: EventStoreLogOptions = {}) =>
    openEventStoreLog(connectionString, { ...allOptions, ...others });
  const direct = await openEventStoreLog(connectionStringOf(port), { namespace });
  // A real node takes longer for its first answers than the timings allow.
  await direct.tail();
  const log = await openAnother();
  return {
    log,
    direct,
    connectionString: connectionStringOf(port),
    namespace,
    nameOf: (stream) => (namespace === '' ? stream : `${namespace}:${stream}`),
    get server() {
      return testServer();
    },
    proxy,
    notices,
    fatal,
    failed,
    noticed: (kind) => new Promise((resolve) => waiting.push({ kind, resolve })),
    kill: () => testServer().kill(),
    async restart(store = testServer().store) {
      server = await startEventStoreServer({ store, port });
    },
    openAnother,
    async stop() {
      await Promise.all([log.close(), direct.close()]);
      await proxy.stop();
      await server?.kill();
    },
  };
};

/** The reason of the promise's rejection; undefined if it is fulfilled. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
