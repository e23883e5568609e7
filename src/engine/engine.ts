/**
 * The engine: everything between a command and what is read, over an event log and a read store. A write passes its folders in order:
 *
 * - `decide/`: a command is decided on the folded state, and its events are appended to the log;
 * - `follow/`: the follower reads every event of the log, in log order, folds it into the state and makes the client events. It passes them
 *   to the parts below and to the event queues (`src/queues`);
 * - `project/`: batches of events become writes of the read models, under one checkpoint;
 * - `react/`: policies look at each event, and their actions are executed as commands;
 * - `seal/`: recorded events become leaves of the ledger, whose tree is signed;
 * - `snapshot/`: the state is saved, so that a start need not fold the whole log;
 * - `render/`: Markdown, long texts on a thread of their own;
 * - `files/`: the bytes of uploaded files.
 */

import { randomUUID } from 'node:crypto';
import type { AnyCommand } from '../define/command.ts';
import type { Policy } from '../define/policy.ts';
import type { Projection } from '../define/projection.ts';
import { feedModel, feedVersion } from '../feed/model.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Lease, ReadStore, ReadView } from '../ports/read-store.ts';
import { emptyServer, type RealmState, type ServerState } from '../state/realm-state.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { conservativeClock, steadyClock, warningClock } from './clocks.ts';
import { Executor, type ToolsFor } from './decide/executor.ts';
import { Follower, type FollowerPart } from './follow/follower.ts';
import { TruncateEnded } from './follow/truncate-ended.ts';
import { type Instruments, instrumentedLog, noInstruments } from './instruments.ts';
import type { Logger } from './logger.ts';
import { checkpointAtStart, usableCheckpoint } from './project/checkpoint.ts';
import { leaseKeeper } from './project/lease-keeper.ts';
import { Projector } from './project/projector.ts';
import { Rebuild } from './project/rebuild.ts';
import type { Performer } from './react/policy-actions.ts';
import { PolicyRunner } from './react/policy-runner.ts';
import { Scrubber } from './scrubber.ts';
import { Sealer, type Sealing } from './seal/sealer.ts';
import type { Secrets } from './secrets.ts';
import { snapshotParts } from './snapshot/documents.ts';
import { loadSnapshot } from './snapshot/load.ts';
import { Snapshots } from './snapshot/snapshots.ts';

type EngineParts = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection<object>[];
  readonly policies: readonly Policy<RealmState>[];
  readonly commands: readonly AnyCommand[];
  readonly performers: (engine: Engine) => Readonly<Record<string, Performer>>;
  readonly toolsFor: ToolsFor;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly clock: () => Millis;
  readonly scrubMs: number;
  readonly readWaitMs: number;
  /** A snapshot of the state is saved after this many events. */
  readonly snapshotEvery?: number;
  /** Whether requests are served while read models are built. Otherwise `start` resolves when they are built. */
  readonly servesMeanwhile?: boolean;
  /** How many events may wait in memory while the read store takes none. */
  readonly outageBacklogMax?: number;
  /** The size of one commit of the read models (see `Backlog`). */
  readonly batchMax?: number;
  /** Milliseconds between two tries while the read store or an action of a policy fails. */
  readonly retryMs?: number;
  /** After this many milliseconds without a renewal, another process may take over projecting. */
  readonly leaseMs?: number;
  /** Called with each scrub, to remove further bytes. */
  readonly onScrub?: () => Promise<void>;
  readonly instruments?: Instruments;
  /** Absent: nothing is sealed, and nothing waits for it. */
  readonly sealing?: Sealing;
  /** Further parts that must see events in log order. `newsAfter`: the position of the read models; events up to it are history. */
  readonly others: (engine: Engine, newsAfter: number) => readonly FollowerPart[];
};

export type Engine = {
  readonly state: ServerState;
  readonly executor: Executor;
  readonly follower: Follower;
  readonly projector: Projector;
  readonly policyRunner: PolicyRunner;
  readonly scrubber: Scrubber;
  readonly sealer: Sealer | undefined;
  readonly rebuild: Rebuild;
  /** Whether this process projects, seals and carries out actions for all processes of the service. */
  leads(): boolean;
  /** The time of the newest event in the snapshot from which this process started; undefined without one. */
  readonly startedFrom: Millis | undefined;
  /** Runs `body` on one consistent view of the read models that contains every write which this process has acknowledged. */
  read<T>(body: (view: ReadView) => Promise<T>): Promise<T>;
  /**
   * Follows the log to its end and lets the read models absorb it (or begins to, with `servesMeanwhile`). Then it carries out the actions
   * of policies that were left unfinished.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
};

export async function openEngine(parts: EngineParts): Promise<Engine> {
  const { store, logger, clock, instruments = noInstruments } = parts;
  const now = conservativeClock(steadyClock(clock), clock);
  const log = instrumentedLog(parts.log, instruments);
  const keeper = leaseKeeper(store, randomUUID(), logger, parts.leaseMs);
  const models = [...parts.projections, { ...feedModel, version: feedVersion }];
  await store.open([...models, snapshotParts].map(({ name, indexes, postings }) => ({ name, indexes, postings })));
  const checkpoint = await checkpointAtStart({ store, log, keeper }, models, logger);
  const checkpointFor = (lease: Lease) => usableCheckpoint({ store, log }, lease, models, logger, false);
  const snapshot = await loadSnapshot(store, log, checkpoint.position, logger);
  const state = snapshot?.state ?? emptyServer();
  const unknownStreams = new Set<string>(snapshot?.unknownStreams);
  const { projections, servesMeanwhile = false } = parts;
  const followed = state.newest.position;
  const projector = new Projector({
    store,
    log,
    projections,
    checkpoint,
    followed,
    keeper,
    usableCheckpoint: checkpointFor,
    logger,
    now,
    instruments,
    servesMeanwhile,
    outageBacklogMax: parts.outageBacklogMax,
    batchMax: parts.batchMax,
    retryMs: parts.retryMs,
  });
  const scrubber = new Scrubber({
    async ready() {
      // A rebuild under way may have absorbed data that is to be erased now.
      await rebuild.ended();
      await projector.reached(follower.position);
    },
    async scrub() {
      await log.scrub();
      await snapshots.renew();
      await store.scrub();
      await parts.onScrub?.();
    },
    delayMs: parts.scrubMs,
    now: () => executor.now(),
  });
  const truncating = new TruncateEnded({
    log,
    newsAfter: checkpoint.position,
    logger,
    sealed: (realmId, position) => sealer?.sealed(realmId, position),
  });
  const see: FollowerPart[] = [
    { see: () => undefined, skip: (stored) => unknownStreams.add(stored.stream) },
    truncating,
    projector,
  ];
  const follower = new Follower(log, state, see, checkpoint.position);
  const executor = new Executor({
    log,
    state,
    follower,
    secrets: parts.secrets,
    clock: warningClock(clock, () => state.newest.at, logger),
    toolsFor: parts.toolsFor,
    absorbed: (position) => projector.reads.waitBriefly(position),
    unknownStreams,
    logger,
  });
  const performers: Record<string, Performer> = {};
  const policyRunner = new PolicyRunner({
    log,
    state,
    executor,
    policies: parts.policies,
    performers,
    commands: parts.commands,
    logger,
    leads: () => keeper.lease !== undefined,
    retryMs: parts.retryMs,
  });
  const snapshots = new Snapshots({
    store,
    logger,
    follower,
    projector,
    lease: () => keeper.lease,
    moment: () => ({ state, unknownStreams, policies: policyRunner.memory(), unsealed: sealer?.memory() ?? new Map() }),
    saved: snapshot?.head,
    ...(parts.snapshotEvery === undefined ? {} : { every: parts.snapshotEvery }),
  });
  const sealer = parts.sealing
    ? new Sealer(
        {
          ...parts.sealing,
          log,
          state,
          follower,
          leads: () => keeper.lease !== undefined,
          now: () => executor.now(),
          logger,
        },
        snapshot?.unsealed,
      )
    : undefined;
  const rebuild = new Rebuild({
    log,
    store,
    projections,
    models,
    keeper,
    logger,
    now,
    projector,
    onExchanged: () => snapshots.again(),
  });
  see.push(policyRunner, ...(sealer ? [sealer] : []), snapshots);
  const engine: Engine = {
    state,
    executor,
    follower,
    projector,
    policyRunner,
    scrubber,
    sealer,
    rebuild,
    leads: () => keeper.lease !== undefined,
    startedFrom: snapshot?.head.at,
    async read(body) {
      const until = performance.now() + parts.readWaitMs;
      await projector.reads.waitBriefly(follower.position, parts.readWaitMs);
      return projector.reads.read(executor.acknowledged, until - performance.now(), body);
    },
    async start() {
      projector.start();
      keeper.keep(
        (lease) => projector.takeOver(lease),
        () => {
          for (const part of see) part.lead?.();
          projector.wake();
        },
      );
      if (snapshot) await policyRunner.restore(snapshot.policies);
      await follower.start();
      projector.live();
      if (!servesMeanwhile) await projector.reached(follower.position);
      sealer?.start();
      await policyRunner.start();
      snapshots.start();
    },
    async stop() {
      // Awaited last: while the read store is out of reach, a rebuild ends only when the projector is closed.
      const rebuilt = rebuild.stop();
      // Stopped before the scrubber and the sealer, so that an action that waits for them ends instead of failing.
      const acted = policyRunner.stop();
      const scrubbed = scrubber.stop();
      const truncated = truncating.stop();
      await sealer?.stop();
      await truncated;
      await acted;
      await scrubbed;
      await snapshots.stop();
      // Closed first: while the read store is out of reach, the follower waits for the projector.
      const projected = projector.close();
      await follower.stop();
      await keeper.stop();
      await projected;
      await rebuilt;
    },
  };
  Object.assign(performers, parts.performers(engine));
  see.push(...parts.others(engine, checkpoint.position));
  return engine;
}
