/** The whole service over HTTP, on a free port and in a temporary folder. It is stopped when the suite ends. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import type { Application, OpenApplication } from '../../src/cli/application.ts';
import { type DevAccount, devOrganization } from '../../src/cli/dev-organization.ts';
import { readConfig } from '../../src/config.ts';
import type { Logger } from '../../src/engine/logger.ts';
import { passwordsOf } from '../../src/engine/passwords.ts';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import type { Page } from '../../src/http/page/page.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { type Http, type HttpOptions, startHttp } from '../../src/http/server.ts';
import { openApplicationOver, type Sizes } from '../../src/main.ts';
import { openEventLog, openReadStore } from '../../src/stores.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type AccountName, type Client, clientOf, lateClient } from './client.ts';
import { countingAppends } from './counting.ts';
import { replicaHere } from './replica-here.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { storesFor } from './test-stores.ts';

export type TestServer = {
  readonly base: string;
  readonly data: string;
  readonly application: Application;
  /** How many events it has appended, without those of the ledger. Only counted if the test does not open an application itself. */
  readonly appended: number;
  as(name: AccountName): Client;
  with(account: { email: string; api_key: string }): Client;
  stop(): Promise<void>;
  /** Starts the stopped server again on the same data. Its base address changes. */
  start(): Promise<void>;
  /** Stops the server and starts it again on the same data. Its base address changes. */
  restart(): Promise<void>;
};

/** Adds properties to the server. Its getters stay getters. */
export const withMore = <T extends object>(server: TestServer, more: T): TestServer & T =>
  Object.defineProperties(server, Object.getOwnPropertyDescriptors(more)) as TestServer & T;

export const testSecret = 'a secret that only tests know, long enough';

/** Parts that a test replaces. `sizes` applies if the test does not open an application itself. */
export type Own = {
  readonly open?: OpenApplication;
  readonly sizes?: Sizes;
  readonly logger?: Logger;
  readonly page?: Page | undefined;
  readonly http?: HttpOptions;
};

/** Requests wait for a moment of the past as long as a test may take, because on a busy machine it takes longer than usual. */
Object.assign(limits, { pastWaitSecs: 100 });

/** For tests that wait for seals: twenty times as often as usual. */
export const quickSeals: Sizes = { sealing: { withinMs: 50 } };

/** Replaces scrypt, which takes a third of a second by design. The tests of its module and tests that start the program use scrypt. */
const quickHash = async (password: string, salt: Buffer): Promise<Buffer> =>
  createHash('sha256').update(salt).update(password.normalize('NFC')).digest();

export function withQuickHash(application: Application): Application {
  const { services, log } = application;
  Object.assign(services, { passwords: passwordsOf(log, services.secrets, quickHash) });
  return application;
}

/** Opens the application on the configured stores, and counts the appends. */
const openWith =
  (sizes: Sizes, counts: { appended: number }): OpenApplication =>
  async (config, ...given) => {
    const metrics = openMetrics();
    const log = countingAppends(await openEventLog(config, given[1], metrics.instruments), counts);
    const store = await openReadStore(config, given[1]);
    const all = { replicaProgram: replicaHere, ...sizes };
    return withQuickHash(await openApplicationOver({ log, store, metrics, sizes: all }, config, ...given));
  };

/** For a service that is looked back at: its replicas of the past run in the process of the tests. */
export const openWithReplicasHere = openWith({}, { appended: 0 });

export async function startServer(
  env: Readonly<Record<string, string>> = {},
  { open: ownOpen, sizes = {}, logger = pino({ level: 'silent' }), page, http: options }: Own = {},
): Promise<TestServer> {
  const data = env.VERBATIM_DATA ?? temporaryFolder();
  const counts = { appended: 0 };
  const openIt = ownOpen ?? openWith(sizes, counts);
  const usual = { VERBATIM_DATA: data, VERBATIM_PORT: '0', VERBATIM_LOG_LEVEL: 'silent' };
  const config = readConfig({ ...usual, ...(ownOpen ? {} : storesFor(data)), ...env });
  const open = async (): Promise<{ application: Application; http: Http; base: string }> => {
    const application = await openIt(config, testSecret, logger);
    const http = await startHttp(endpoints, application.services, logger, {
      watch: application.watch,
      page,
      ...options,
    });
    return { application, http, base: `http://127.0.0.1:${http.port}` };
  };
  let running = await open();
  const accounts = await devOrganization(running.application.services);
  const stop = async (): Promise<void> => {
    await running.http.close();
    await running.application.close();
  };
  const asking = (account: DevAccount): Client => clientOf(() => running.base, account);
  return {
    get base() {
      return running.base;
    },
    get application() {
      return running.application;
    },
    get appended() {
      return counts.appended;
    },
    data,
    as: (name) => asking(accounts[name] as DevAccount),
    with: (account) => asking({ user_id: 0, full_name: '', ...account }),
    stop,
    async start() {
      running = await open();
    },
    async restart() {
      await stop();
      running = await open();
    },
  };
}

/** A server that runs during the tests of the suite that calls this. Its clients can be named before it runs. */
export function runningServer(...given: Parameters<typeof startServer>): TestServer {
  let started: TestServer | undefined;
  const server = (): TestServer => {
    if (!started) throw new Error('the server runs only during the tests');
    return started;
  };
  before(async () => {
    started = await startServer(...given);
  });
  after(() => started?.stop());
  return {
    get base() {
      return server().base;
    },
    get data() {
      return server().data;
    },
    get application() {
      return server().application;
    },
    get appended() {
      return server().appended;
    },
    as: (name) => lateClient(() => server().as(name)),
    with: (account) => server().with(account),
    stop: () => server().stop(),
    start: () => server().start(),
    restart: () => server().restart(),
  };
}
