/** The whole service over HTTP, on embedded stores that fail on demand. */
import { join } from 'node:path';
import { type LmdbEventLogOptions, openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../src/adapters/lmdb/read-store.ts';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../src/main.ts';
import type { Answer } from '../support/client.ts';
import { type RawAnswer, rawGet } from '../support/host-client.ts';
import { startServer, type TestServer, withMore } from '../support/server.ts';
import { type Faults, faultyLog, faultyStore } from './faulty-stores.ts';

export type FaultyServer = TestServer & {
  /** The faults of the log and the read store in use. A restart opens new ones without faults. */
  readonly logFaults: Faults;
  readonly storeFaults: Faults;
  /** Requests a path outside the API, without credentials. */
  ask(path: string): Promise<RawAnswer>;
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
      return openApplicationOver({ log, store, metrics: openMetrics(), sizes: { retryMs: 20 } }, config, ...given);
    },
  });
  const inUse = () => {
    if (!faults) throw new Error('nothing was opened');
    return faults;
  };
  return withMore(server, {
    get logFaults() {
      return inUse().log;
    },
    get storeFaults() {
      return inUse().store;
    },
    ask: (path: string) => rawGet(server.base, path),
  });
}

/** Whether the answer is a complete 503, with Retry-After. */
export const isUnavailable = ({ status, headers, body }: Answer): boolean =>
  status === 503 && Number(headers.get('retry-after')) > 0 && String(body.result) === 'error';
