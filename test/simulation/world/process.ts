/** A process of the service in a simulated world: the whole application over its links to the stores, and what a crash ends. */
import { createServer } from 'node:http';
import type { Application } from '../../../src/cli/application.ts';
import { readConfig } from '../../../src/config.ts';
import type { Logger } from '../../../src/engine/logger.ts';
import { ledgerKeysIn } from '../../../src/engine/seal/ledger-keys.ts';
import { appOf } from '../../../src/http/app.ts';
import { openMetrics } from '../../../src/http/operations/metrics.ts';
import { WriteBackpressure } from '../../../src/http/response/write-backpressure.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { openApplicationOver } from '../../../src/main.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { LeaseLost, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { noFiles } from '../../support/no-files.ts';
import { type Answer, type Asking, Connections } from './connection.ts';
import { openMemoryLog } from './memory-log.ts';
import { openMemoryStore } from './memory-store.ts';
import type { World } from './world.ts';

export const secret = 'a secret that only simulations know, long enough';
const keysOfLedger = ledgerKeysIn(Buffer.alloc(32, 7).toString('base64'));

const configOf = (isAlone: boolean) =>
  readConfig({
    VERBATIM_DATA: '/nowhere',
    VERBATIM_DEFAULT_REALM: 'main',
    VERBATIM_LOG_LEVEL: 'silent',
    VERBATIM_SCRUB_SECS: '60',
    ...(isAlone ? {} : { VERBATIM_EVENT_LOG: 'esdb://nowhere', VERBATIM_READ_STORE: 'mongodb://nowhere/verbatim' }),
  });

export class SimulatedProcess {
  readonly name: string;
  readonly #world: World;
  #application: Application | undefined;
  #connections: Connections | undefined;
  /** Callbacks for the work in progress, called when the process crashes. */
  readonly #within = new Set<() => void>();
  isGone = false;
  #isStopping = false;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
  }

  get application(): Application {
    if (!this.#application) throw new Error(`${this.name} does not serve yet`);
    return this.#application;
  }

  get serves(): boolean {
    return this.#application !== undefined && !this.isGone && !this.#isStopping;
  }

  /** To be called in an event of this process. */
  async start(): Promise<void> {
    const { name } = this;
    const world = this.#world;
    const log = openMemoryLog(
      world.log,
      world.linkFor(this, () => world.logAway),
    );
    const store = openMemoryStore(
      world.store,
      world.linkFor(this, () => world.storeAway),
    );
    const logger = loggerOf(world, name);
    const config = configOf(world.isAlone);
    const application = await openApplicationOver(
      { log, store, files: noFiles, metrics: openMetrics(), sizes: world.sizes },
      config,
      secret,
      logger,
      undefined,
      keysOfLedger,
    );
    const { services, watch } = application;
    const backpressure = new WriteBackpressure(64 * 1024 * 1024, 30_000);
    const unlimited = { transfersMax: Number.POSITIVE_INFINITY, bodiesMax: Number.POSITIVE_INFINITY };
    const app = appOf({ endpoints, services, logger, watch, backpressure, ...unlimited });
    const server = createServer(app.callback());
    server.keepAliveTimeout = 0;
    this.#connections = new Connections(world.scheduler, server, name, () => world.chance.below(3));
    this.#application = application;
  }

  /** Undefined: no answer came. */
  async ask(asking: Asking): Promise<Answer | undefined> {
    if (!this.serves || !this.#connections) return undefined;
    return this.#connections.ask(asking);
  }

  /** Runs something in the process; undefined if the process died before it was done. */
  within<T>(work: (application: Application) => Promise<T>): Promise<T | undefined> {
    const { scheduler } = this.#world;
    if (!this.serves) return Promise.resolve(undefined);
    return new Promise<T | undefined>((resolve, reject) => {
      const died = (): void => resolve(undefined);
      const end = (settle: () => void): void => {
        this.#within.delete(died);
        scheduler.in(0, 'users', settle);
      };
      this.#within.add(died);
      scheduler.in(0, this.name, () => {
        work(this.application).then(
          (done) => end(() => resolve(done)),
          (error: unknown) => end(() => reject(error)),
        );
      });
    });
  }

  /** Shuts down in an orderly way, unless it is killed meanwhile. */
  async stop(): Promise<void> {
    const application = this.#application;
    if (!application || !this.serves) return;
    // As the server does: no new requests, polls are answered, and when all have their answers the rest is closed.
    const closed = this.within(async ({ services, close }) => {
      services.queues.close();
      while (this.#connections?.areOpen || this.#within.size > 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await close();
    });
    this.#isStopping = true;
    await closed;
    this.die();
  }

  /** Ends at once, as by `kill -9`. */
  die(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#world.scheduler.forget(this.name);
    this.#connections?.cut();
    for (const listener of this.#within) this.#world.scheduler.in(0, 'users', listener);
  }
}

/** Whether an outage explains the error. */
export const isForeseen = (error: unknown): error is Error =>
  [EventLogUnavailable, ReadStoreUnavailable, LeaseLost].some((kind) => error instanceof kind) ||
  (error instanceof Refused && error.refusal.code === 'unavailable');

/** Errors that no outage explains are faults of the product. */
const loggerOf = (world: World, name: string): Logger => {
  const look = (level: string) => (facts: object, text: string) => {
    const { err } = facts as { err?: unknown };
    world.note(`${name} ${level}: ${text} ${err instanceof Error ? err.message : ''}`);
    if (!isForeseen(err) && err instanceof Error) world.fault(`${name}: ${text}: ${err.stack}`);
  };
  return { debug: () => undefined, info: look('info'), warn: look('warn'), error: look('error') };
};
