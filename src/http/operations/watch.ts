/** Collects the parts of an application that its health check and its metrics read. */
import type { Engine } from '../../engine/engine.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { ReadStore } from '../../ports/read-store.ts';
import type { EventQueues } from '../../queues/event-queues.ts';
import type { Status } from './gauges.ts';
import { healthOf } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Watch } from './operations.ts';

type Stores = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly metrics: Metrics;
  readonly pasts: { readonly counts: Status['pasts'] };
};

export function watchOf({ log, store, metrics, pasts }: Stores, engine: Engine, queues: EventQueues): Watch {
  const { follower, projector, policyRunner, sealer, rebuild } = engine;
  const health = healthOf({
    log,
    store,
    position: () => follower.position,
    lagMs: () => projector.lag.ms,
    isBuilding: () => projector.reads.areBehind,
    models: () => projector.checkpoint.models,
    sealing: () => sealer?.status(),
    failing: () => policyRunner.failing,
  });
  metrics.watch(async () => ({
    folded: follower.folded,
    position: follower.position,
    models: projector.checkpoint.models,
    absorbed: projector.position,
    lag: projector.lag,
    ...queues.counts(),
    pasts: pasts.counts,
    unfinishedPolicyActions: policyRunner.unfinished,
    sealing: sealer?.status(),
    rebuild: rebuild.progress,
    health: await health(),
  }));
  return { health, metrics };
}
