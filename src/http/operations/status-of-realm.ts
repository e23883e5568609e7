/** What owners see of the service: the status of their own organization and of this process, but never of other organizations. */
import { performance } from 'node:perf_hooks';
import type { Engine } from '../../engine/engine.ts';
import type { RebuildProgress } from '../../engine/project/rebuild.ts';
import type { EventQueues } from '../../queues/event-queues.ts';
import { type ShownQueues, shownQueues } from '../../queues/shown-queues.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type Sample, Samples, type ServiceSample } from './samples.ts';

export type OperationsStatus = {
  /** The position of the newest followed event, and the position up to which the read models have absorbed the log. */
  readonly position: number;
  readonly absorbed: number;
  readonly lag: { readonly events: number; readonly ms: number };
  /** Whether the read models are being built from the log. */
  readonly isBuilding: boolean;
  /** Undefined if no rebuild is under way. */
  readonly rebuild: RebuildProgress | undefined;
  /** `behind`: the position at which the model was left behind for the organization. */
  readonly models: readonly { readonly name: string; readonly version: number; readonly behind: number | undefined }[];
  readonly sealing: { readonly unsealed: number; readonly oldestMs: number; readonly refused: string | undefined };
  readonly queues: ShownQueues;
  readonly startedAt: number;
  readonly samples: readonly Sample[];
};

export type Operations = { readonly statusOf: (realmId: RealmId) => OperationsStatus; readonly stop: () => void };

export function operationsOf(engine: Engine, queues: EventQueues): Operations {
  const { state, follower, projector, sealer } = engine;
  const startedAt = Date.now();
  const samples = new Samples({
    service: serviceSampler(() => projector.lag.events),
    *realms() {
      for (const [realmId, realm] of state.realms)
        yield [realmId, { queues: realm.queues.size, lastMessageId: realm.topics.lastMessageId }];
    },
  });
  return {
    statusOf(realmId) {
      const { unsealed, oldestMs, refused } = sealer?.status(realmId) ?? { unsealed: 0, oldestMs: 0, refused: [] };
      return {
        position: follower.position,
        absorbed: projector.position,
        lag: projector.lag,
        isBuilding: projector.reads.areBehind,
        rebuild: engine.rebuild.progress,
        models: Object.entries(projector.checkpoint.models).map(([name, { version, behind }]) => ({
          name,
          version,
          behind: behind?.[realmId],
        })),
        sealing: { unsealed, oldestMs, refused: refused[0]?.why },
        queues: shownQueues(state.realms.get(realmId), (queue) => queues.describe(realmId, queue)),
        startedAt,
        samples: samples.of(realmId),
      };
    },
    stop: () => samples.stop(),
  };
}

/** Samples the processor time and the use of the event loop since the last call. */
function serviceSampler(lagEvents: () => number): () => ServiceSample {
  let [cpu, loop, at] = [process.cpuUsage(), performance.eventLoopUtilization(), performance.now()];
  return () => {
    const [used, now, nextLoop] = [process.cpuUsage(cpu), performance.now(), performance.eventLoopUtilization()];
    const { utilization: busy } = performance.eventLoopUtilization(nextLoop, loop);
    const elapsedMicros = Math.max(1, (now - at) * 1000);
    const { rss, heapUsed } = process.memoryUsage();
    [cpu, loop, at] = [process.cpuUsage(), nextLoop, now];
    return {
      at: Date.now(),
      memoryBytes: rss,
      heapBytes: heapUsed,
      cpu: (used.user + used.system) / elapsedMicros,
      busy,
      lagEvents: lagEvents(),
    };
  };
}
