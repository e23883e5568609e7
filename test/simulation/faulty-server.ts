/** The whole service over real HTTP, on embedded stores that go wrong when they are told to. */
import { join } from 'node:path';
import { type LmdbEventLogOptions, openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../../src/http/metrics.ts';
import { openHouseOver } from '../../src/main.ts';
import type { Answer } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Faults, faultyLog, faultyStore } from './faulty-stores.ts';

export type FaultyServer = TestServer & {
  /** Of the log and the store in use: a restart brings new ones, without faults. */
  readonly logFaults: Faults;
  readonly storeFaults: Faults;
  /** Asks beside the API, without credentials. */
  ask(path: string): Promise<{ status: number; headers: Headers; text: string; json: Record<string, unknown> }>;
};

export async function startFaulty(
  env: Readonly<Record<string, string>> = {},
  { seed = 0, ...options }: LmdbEventLogOptions & { seed?: number } = {},
): Promise<FaultyServer> {
  let faults: { log: Faults; store: Faults } | undefined;
  const server = await startServer(env, {
    open: async (config, ...given) => {
      const { log, faults: ofLog } = faultyLog(await openLmdbEventLog(join(config.data, 'log'), options), seed);
      const opened = await openLmdbReadStore(join(config.data, 'read-models'));
      const { store, faults: ofStore } = faultyStore(opened, seed + 1);
      faults = { log: ofLog, store: ofStore };
      return openHouseOver({ log, store, metrics: openMetrics() }, config, ...given);
    },
  });
  const inUse = () => {
    if (!faults) throw new Error('nothing was opened');
    return faults;
  };
  return {
    get base() {
      return server.base;
    },
    get house() {
      return server.house;
    },
    get logFaults() {
      return inUse().log;
    },
    get storeFaults() {
      return inUse().store;
    },
    data: server.data,
    as: server.as,
    with: server.with,
    stop: server.stop,
    start: server.start,
    restart: server.restart,
    async ask(path) {
      const response = await fetch(`${server.base}${path}`);
      const text = await response.text();
      const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: response.status, headers: response.headers, text, json };
    },
  };
}

/** What a 503 must say: that it is one, and when to come back. */
export const isUnavailable = ({ status, headers, body }: Answer): boolean =>
  status === 503 && Number(headers.get('retry-after')) > 0 && String(body.result) === 'error';
