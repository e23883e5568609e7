/** The composition root: assembles the application. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as commands from '../commands/index.ts';
import { projections } from '../projections/index.ts';
import { closedAfter, emailing, mailerOf } from './assembly/emails.ts';
import { erasablePages, erasing } from './assembly/erasure.ts';
import { queuesOf } from './assembly/event-queues.ts';
import { type Opened, openedWhole } from './assembly/opened.ts';
import { pushingOf } from './assembly/push-sinks.ts';
import { reviewing } from './assembly/review-exports.ts';
import { sweepersOf } from './assembly/sweepers.ts';
import type { Application, OpenApplication } from './cli/application.ts';
import { ledgerKeys } from './cli/ledger-key.ts';
import { assertSecret } from './cli/recorded-secret.ts';
import { endWithoutSecret, secretGuard } from './cli/secret-guard.ts';
import type { Config } from './config.ts';
import { KeyedMutex } from './define/mutex.ts';
import { awaitedLog } from './engine/awaited-log.ts';
import { conservativeClock, delayedStepClock, steadyClock } from './engine/clocks.ts';
import { orderByService } from './engine/decide/by-service.ts';
import { type Engine, openEngine } from './engine/engine.ts';
import { Contents, sweepFiles } from './engine/files/contents.ts';
import { eventReader, messageIsThere } from './engine/follow/event-reader.ts';
import { News } from './engine/follow/news.ts';
import { passwordsOf } from './engine/passwords.ts';
import { RenderThread } from './engine/render/render-thread.ts';
import { textWork } from './engine/render/text-work.ts';
import { toolsFor } from './engine/render/tools.ts';
import type { Sealing } from './engine/seal/sealer.ts';
import { secretsFrom } from './engine/secrets.ts';
import { type Metrics, openMetrics } from './http/operations/metrics.ts';
import { operationsOf } from './http/operations/status-of-realm.ts';
import { watchOf } from './http/operations/watch.ts';
import { attemptCounters } from './http/request/attempt-counters.ts';
import type { Services } from './http/services.ts';
import type { Pace as PastCopiesPace } from './past/copies/preparing.ts';
import type { OpenChannel } from './past/forked.ts';
import { ServicePasts } from './past/pasts-of.ts';
import { ScheduledMessages } from './performers/scheduled-messages.ts';
import { topicDeletions } from './performers/topic-deletions.ts';
import { topicMoves } from './performers/topic-moves.ts';
import { onWholeTopicsBy } from './performers/topics-in-parts.ts';
import { emailPolicies } from './policies/emails.ts';
import * as policies from './policies/index.ts';
import type { EventLog } from './ports/event-log.ts';
import type { FileStore } from './ports/file-store.ts';
import type { ReadStore } from './ports/read-store.ts';
import type { Sinks } from './push/sinks.ts';
import type { EventQueues } from './queues/event-queues.ts';
import type { RingLimits } from './queues/ring.ts';
import { singleSignOn } from './sso/open-id-connect.ts';
import type { RealmState } from './state/realm-state.ts';
import { openEventLog, openFiles, openReadStore } from './stores.ts';
import type { RealmId } from './vocabulary/ids.ts';
import { Refused } from './vocabulary/refusals.ts';
import { outgoingWebhooks } from './webhooks/outgoing.ts';

/** The opened stores, and the metrics that they report to. */
export type Stores = {
  readonly log: EventLog;
  readonly store: ReadStore;
  /** Absent: the file store of the configuration. */
  readonly files?: FileStore;
  readonly metrics: Metrics;
  /** Sizes that only large organizations reach, and pauses. Only simulations set them. */
  readonly sizes?: Sizes;
};

type EngineSize = 'snapshotEvery' | 'outageBacklogMax' | 'retryMs' | 'leaseMs';
export type Sizes = Pick<Parameters<typeof openEngine>[0], EngineSize> & {
  readonly ring?: RingLimits;
  readonly pastCopies?: PastCopiesPace;
  /** The path of a replica's program, or what opens a replica. Absent: the program of the same build. */
  readonly replicaProgram?: string | OpenChannel | undefined;
  /** `none`: nothing is sealed. Only the benchmark uses that, to measure the cost of sealing. */
  readonly sealing?: Pick<Sealing, 'eventsMax' | 'withinMs'> | 'none';
};

/** Opens all parts on the configured stores, and follows the log to its end. */
export const openApplication: OpenApplication = (config, secret, logger, starting, keys) =>
  openedWhole(logger, async (closers) => {
    const metrics = openMetrics();
    const stored = await openEventLog(config, logger, metrics.instruments);
    closers.closes(() => stored.close());
    const { log, stopWaiting } = awaitedLog(stored, logger, starting?.stopped);
    await starting?.look(log);
    await assertSecret({ log, secrets: secretsFrom(secret), logger, clock: Date.now });
    const store = await openReadStore(config, logger);
    closers.closes(() => store.close());
    return assembled(closers, { log, store, metrics }, config, secret, logger, starting, keys).finally(stopWaiting);
  });

/** Like `openApplication`, on stores that are open already. Closing the application closes them, and so does a start that fails. */
export const openApplicationOver = (stores: Stores, ...given: Parameters<OpenApplication>): Promise<Application> =>
  openedWhole(given[2], (closers) => {
    closers.closes(() => stores.log.close());
    closers.closes(() => stores.store.close());
    return assembled(closers, stores, ...given);
  });

/** `closers`: closes everything that was opened so far. */
async function assembled(
  closers: Opened,
  { log, store, files: givenFiles, metrics, sizes = {} }: Stores,
  ...[config, secret, logger, starting, keys]: Parameters<OpenApplication>
): Promise<Application> {
  const began = performance.now();
  let opened: Engine | undefined;
  const secrets = secretsFrom(secret, () => opened?.state.secrets ?? { ended: [] });
  const guard = secretGuard(secrets, endWithoutSecret);
  const files = givenFiles ?? (await openFiles(config));
  closers.closes(() => files.close());
  const contents = new Contents(files, () => opened);
  const ledgers = { keys: keys ?? (await ledgerKeys(config, undefined)), host: hostOf(config) };
  const { pastCopies: pace, replicaProgram: program, ring, sealing: sealed, ...ofEngine } = sizes;
  const sealing = sealed === 'none' ? undefined : { ...ledgers, ...sealed };
  const thread = new RenderThread();
  closers.closes(() => thread.stop());
  const tools = toolsFor(thread.render);
  const removals = new Set<Promise<void>>();
  const news = new News();
  const mailer = await mailerOf(config);
  const pasts = new ServicePasts({ config, log, logger, state: () => opened?.state, pace, program });
  const review = reviewing(files, config);
  let queues: EventQueues | undefined;
  let scheduled: ScheduledMessages | undefined;
  let sinks: Sinks | undefined;
  const engine = await openEngine({
    log,
    store,
    projections,
    policies: [...Object.values(policies), ...(mailer ? emailPolicies : [])],
    commands: Object.values(commands),
    performers: ({ state, executor, scrubber, projector, sealer, read }) => ({
      'topic-moves': topicMoves((position) => projector.reached(position)),
      'topic-deletions': topicDeletions({
        executor,
        absorbed: (position) => projector.reached(position),
      }),
      ...erasing(
        { log, contents, removals, withdrawExports: review.withdrawing({ state, executor }) },
        { state, executor, scrubber, projector, sealer, read },
      ),
      ...review.performers({ log, news }, { state, executor, sealer }),
      ...(mailer && emailing({ mailer, config, secrets, logger, steady }, { state, executor, read })),
      'outgoing-webhooks': outgoingWebhooks({
        state,
        secrets,
        config,
        logger,
        messageIdFor: (realmId) => executor.messageIdFor(realmId),
        isThere: messageIsThere(log),
        now: conservativeClock(steady),
      }),
    }),
    toolsFor: tools,
    secrets,
    logger,
    clock: Date.now,
    scrubMs: config.scrubSecs * 1000,
    readWaitMs: config.readWaitMs,
    servesMeanwhile: config.readStore !== 'embedded',
    onScrub: async () => {
      await pasts.scrub();
      await sweepFiles(contents, logger);
    },
    instruments: metrics.instruments,
    ...ofEngine,
    sealing,
    others(of, newsAfter) {
      opened = of;
      queues = queuesOf(of, newsAfter, { config, secrets, logger, now: steady, ring });
      scheduled = new ScheduledMessages({ ...of, now: delayedStepClock(steady), logger });
      sinks = pushingOf(of, { config, secrets, events: eventReader(log), logger, now: steady });
      const own = [queues, guard, scheduled, news, sinks];
      return [...own, ...pasts.parts(of.follower.position)];
    },
  });
  if (!queues) throw new Error('the engine made no event queues');
  closers.closes(() => closedAfter(engine.stop(), mailer));
  const ticking = setInterval(() => starting?.progress(engine.follower.folded), 1000);
  await engine.start().finally(() => clearInterval(ticking));
  guard.begin();
  scheduled?.start();
  closers.closes(() => scheduled?.stop());
  sinks?.start();
  closers.closes(() => sinks?.stop());
  closers.closes(() => pasts.close());
  await pasts.start();
  const sweepers = sweepersOf(engine, queues, { steady, logger });
  closers.closes(() => sweepers.stop());
  closers.closes(() => queues?.close());
  const operations = operationsOf(engine, queues);
  closers.closes(() => operations.stop());
  const own = {
    config,
    secrets,
    tools,
    texts: textWork(thread),
    contents,
    pasts: pasts.pool,
    review,
    operations,
    passwords: passwordsOf(log, secrets),
    events: eventReader(log),
    news,
  };
  const services = servicesOf(engine, queues, own);
  return {
    services,
    watch: watchOf({ log, store, metrics, pasts }, engine, queues),
    log,
    files,
    replayed: { events: engine.follower.folded, ms: performance.now() - began, snapshotOf: engine.startedFrom },
    async scrub() {
      // Nothing may be removed before it is sealed.
      await engine.sealer?.sealNow();
      await nextTurn();
      await Promise.allSettled(removals);
      await engine.scrubber.now();
    },
    async rebuild(progress) {
      const rebuilding = engine.rebuild.run();
      const timer = setInterval(() => engine.rebuild.progress && progress(engine.rebuild.progress), 1000);
      return rebuilding.finally(() => clearInterval(timer));
    },
    sealed: async (realmId, position) => engine.sealer?.sealed(realmId, position),
    async caughtUp() {
      await engine.follower.catchUp();
      await engine.projector.reached(engine.follower.position);
    },
    close: () => closers.close(),
  };
}

/** The host that clients use, for the names of ledgers. */
const hostOf = ({ publicUrl, domain }: Config): string => (publicUrl === '' ? domain : new URL(publicUrl).host);

/** The clock for limits, expiry and waits. */
const steady = steadyClock();

function servicesOf(
  engine: Engine,
  queues: EventQueues,
  given: Pick<
    Services,
    'operations' | 'config' | 'secrets' | 'texts' | 'passwords' | 'contents' | 'pasts' | 'events' | 'news'
  > & {
    tools: ReturnType<typeof toolsFor>;
    review: Pick<Services, 'exports' | 'exportProgress'>;
  },
): Services {
  const { state, executor, policyRunner } = engine;
  const realm = (realmId: RealmId): RealmState => {
    const found = state.realms.get(realmId);
    if (!found) throw new Refused({ code: 'realm-missing' });
    return found;
  };
  const runOnServer: Services['runOnServer'] = async (command, input) => {
    const done = await executor.execute(command, input, orderByService());
    if (!done.ok) throw new Refused(done.refusal);
    return done.result;
  };
  const { tools, review, ...rest } = given;
  return {
    ...rest,
    exports: review.exports,
    exportProgress: review.exportProgress,
    now: steady,
    eventTime: () => executor.now(),
    state,
    realm,
    async run(command, input, { userId: actor, ...by }) {
      const { realmId, client, requestId, check, dryRun } = by;
      const done = await executor.execute(command, input, { realmId, actor, client, requestId, check, dryRun });
      if (!done.ok) throw new Refused(done.refusal);
      return { result: done.result, position: done.position };
    },
    runOnServer,
    read: (body) => engine.read(body),
    erasablePages: erasablePages(engine),
    catchUp: () => engine.follower.catchUp(),
    settled: (realmId, position) => policyRunner.settled(realmId, position, given.config.readWaitMs),
    onWholeTopics: onWholeTopicsBy(policyRunner),
    moves: new KeyedMutex(),
    render: (realmId, userId, content) => tools(realm(realmId), userId).render(content),
    queues,
    ...attemptCounters(),
    singleSignOn: singleSignOn(given.config, given.secrets, steady),
  };
}
