/** Gauges of the service's status. They are read when the metrics are requested. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { RebuildProgress } from '../../engine/project/rebuild.ts';
import type { SealingStatus } from '../../engine/seal/sealer.ts';
import type { Checkpoint } from '../../ports/read-store.ts';
import type { Health } from './health.ts';

export type Status = {
  /** Events folded since the start. */
  readonly folded: number;
  /** The position of the newest folded event. */
  readonly position: number;
  /** The position up to which the read models have absorbed the log, and their lag. */
  readonly models: Checkpoint['models'];
  readonly absorbed: number;
  readonly lag: { readonly events: number; readonly ms: number };
  readonly queues: number;
  /** The replicas with which auditors look at the past (`src/past/`). */
  readonly pasts: {
    readonly kept: number;
    readonly restored: number;
    readonly copies: number;
    readonly bytes: number;
    readonly begunAtCopies: number;
    readonly isPreparing: boolean;
  };
  readonly waiting: number;
  readonly unfinishedPolicyActions: number;
  readonly sealing?: SealingStatus | undefined;
  readonly health: Health;
  /** Undefined if no rebuild is under way. */
  readonly rebuild?: RebuildProgress | undefined;
};

/** Registers the gauges, and returns the function that sets them all. */
export function gaugesIn(registry: Registry): (status: Status) => void {
  const registers = [registry];
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name: `verbatim_${name}`, help, labelNames, registers });
  const counter = (name: string, help: string) => new Counter({ name: `verbatim_${name}`, help, registers });
  const folded = counter('events_folded_total', 'Events folded into the state since the start');
  const position = gauge(
    'log_position',
    'Position of the newest event folded; the difference of two positions is not a number of events',
  );
  const absorbed = gauge('read_model_position', 'Position up to which a read model has absorbed the log', 'model');
  const events = gauge('read_model_lag_events', 'Events folded that a read model has not absorbed', 'model');
  const seconds = gauge('read_model_lag_seconds', 'Seconds that a read model has been behind', 'model');
  const behind = gauge(
    'read_model_left_behind',
    '1 for a read model that could not absorb an event of an organization and does not answer for it',
    'model',
    'realm',
  );
  const queues = gauge('event_queues', 'Event queues that exist');
  const pasts = gauge('pasts', 'Moments of the past that are kept ready for auditors');
  const restored = counter(
    'pasts_brought_back_total',
    'Times that a replica of the past began, or moved to a later moment, since the start',
  );
  const begunAtCopies = counter(
    'pasts_begun_at_copies_total',
    'Times that a replica of the past began at a copy instead of the first event, since the start',
  );
  const copies = gauge('past_copies', 'Copies of the past on the disk, at which replicas begin');
  const copiesBytes = gauge('past_copies_bytes', 'Bytes of the copies of the past');
  const preparing = gauge('past_copies_preparing', '1 while copies are made, or are soon to be');
  const waiting = gauge('waiting_polls', 'Polls that wait for an event');
  const policyActions = gauge('unfinished_policy_actions', 'Actions of policies that are not finished');
  const failing = gauge(
    'failing_policy_actions',
    'Actions of policies that keep failing; they are tried again, ever more rarely',
    'policy',
    'realm',
  );
  const unsealed = gauge('unsealed_events', 'Recorded events that the ledgers do not have yet');
  const unsealedFor = gauge('unsealed_seconds', 'Seconds that the oldest unsealed event has waited');
  const refused = gauge('ledgers_refused', 'Ledgers that are not signed any further: /health/ready says why');
  const rebuilt = gauge(
    'rebuild_events',
    'Events folded by the rebuild of the read models under way; 0 if there is none',
  );
  const rebuiltTo = gauge('rebuild_position', 'Position up to which the rebuild has absorbed the log');
  const ready = gauge('ready', '1 if a part is ready, as in /health/ready', 'part');

  return (status) => {
    folded.reset();
    folded.inc(status.folded);
    position.set(status.position);
    for (const model of Object.keys(status.models)) {
      absorbed.set({ model }, status.absorbed);
      events.set({ model }, status.lag.events);
      seconds.set({ model }, status.lag.ms / 1000);
    }
    behind.reset();
    for (const { model, realm_id } of status.health.behind) behind.set({ model, realm: realm_id }, 1);
    queues.set(status.queues);
    pasts.set(status.pasts.kept);
    begunAtCopies.reset();
    begunAtCopies.inc(status.pasts.begunAtCopies);
    copies.set(status.pasts.copies);
    copiesBytes.set(status.pasts.bytes);
    preparing.set(status.pasts.isPreparing ? 1 : 0);
    restored.reset();
    restored.inc(status.pasts.restored);
    waiting.set(status.waiting);
    policyActions.set(status.unfinishedPolicyActions);
    failing.reset();
    for (const { policy, realm_id } of status.health.failing) failing.inc({ policy, realm: realm_id });
    unsealed.set(status.sealing?.unsealed ?? 0);
    unsealedFor.set((status.sealing?.oldestMs ?? 0) / 1000);
    refused.set(status.sealing?.refused.length ?? 0);
    rebuilt.set(status.rebuild?.events ?? 0);
    rebuiltTo.set(status.rebuild?.position ?? 0);
    for (const [part, how] of Object.entries(status.health.parts)) ready.set({ part }, how === 'ok' ? 1 : 0);
  };
}
