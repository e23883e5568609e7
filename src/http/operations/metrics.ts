/**
 * The metrics for Prometheus, with one registry for each server. Labels have few values, which are known in advance: the label of a request
 * is the endpoint's declared path and never the requested one, and no label contains content or names. The ids of at most five users are
 * the exception.
 */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Instruments } from '../../engine/instruments.ts';
import { gaugesIn, type Status } from './gauges.ts';
import { UserCosts } from './user-costs.ts';
import { userGaugesIn } from './user-gauges.ts';

/** Called for each answer, with its route if one was found. `status` 0 means that the client left before it had the answer. */
export type Answered = (
  route: { readonly method: string; readonly path: string } | undefined,
  status: number,
  seconds: number,
) => void;

export type Metrics = {
  /** The instruments of the engine and the stores. */
  readonly instruments: Instruments;
  /** Called by the HTTP application for each answer. */
  readonly answered: Answered;
  /** The users who cost most; also for the HTTP application. */
  readonly costs: UserCosts;
  /** The source of the gauges when the metrics are requested. */
  watch(status: () => Promise<Status>): void;
  /** The metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** Buckets in seconds, from a fast read to a poll that waits for its heartbeat. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function openMetrics(): Metrics {
  const registry = new Registry();
  const gauges = gaugesIn(registry);
  const userGauges = userGaugesIn(registry);
  const costs = new UserCosts();
  let status: (() => Promise<Status>) | undefined;
  let ofProcess = false;
  return {
    instruments: instrumentsIn(registry),
    answered: answeredIn(registry),
    costs,
    watch: (ask) => {
      status = ask;
    },
    async text() {
      // Monitoring of the event loop costs time. It begins when the metrics are first requested.
      if (!ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
      ofProcess = true;
      if (status) gauges(await status());
      userGauges(costs.lastMinute(performance.now()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function instrumentsIn(registry: Registry): Instruments {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, label?: L, values: readonly string[] = []) => {
    const made = new Counter<L>({ name, help, registers, labelNames: label === undefined ? [] : [label] });
    for (const value of values) made.inc({ [label as L]: value } as Record<L, string>, 0);
    return made;
  };
  const appends = counter('verbatim_appends_total', 'Appends to the event log, by how they were answered', 'outcome', [
    'ok',
    'conflict',
    'too-large',
    'unavailable',
    'in-doubt',
  ]);
  const appended = counter('verbatim_appended_events_total', 'Events appended to the event log by this process');
  const inDoubt = counter(
    'verbatim_appends_in_doubt_resolved_total',
    'Appends whose answer was lost, by what was found of them',
    'outcome',
    ['written', 'not-written'],
  );
  const drops = counter(
    'verbatim_subscription_drops_total',
    'Subscriptions to the event log that broke and were resumed',
  );
  const failures = counter('verbatim_read_store_failures_total', 'Times that the read store failed the projector');
  return {
    appended: (outcome, events) => {
      appends.inc({ outcome });
      if (outcome === 'ok') appended.inc(events);
    },
    inDoubtResolved: (outcome) => inDoubt.inc({ outcome }),
    subscriptionDropped: () => drops.inc(),
    readStoreFailed: () => failures.inc(),
  };
}

function answeredIn(registry: Registry): Answered {
  const labelNames = ['method', 'route', 'status'] as const;
  const name = 'verbatim_request_duration_seconds';
  const help = 'Seconds until a request was answered, a poll’s wait included';
  const seconds = new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  const limited = new Counter({
    name: 'verbatim_requests_rate_limited_total',
    help: 'Requests refused because their user made too many',
    registers: [registry],
  });
  return (route, status, took) => {
    const statusClass = status === 0 ? 'gone' : `${Math.floor(status / 100)}xx`;
    seconds.observe({ method: route?.method ?? 'any', route: route?.path ?? 'none', status: statusClass }, took);
    if (status === 429) limited.inc();
  };
}
