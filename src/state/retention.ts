/** How long messages are kept in each place, when that last changed, and the newest run that erased old messages. */
import type { StatePart } from '../define/handlers.ts';
import { dayMs } from '../vocabulary/day.ts';
import type { ErasureTarget } from '../vocabulary/events/erasures.ts';
import type { ChannelId, Millis } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { Erasure } from './erasures.ts';
import type { RealmState } from './realm-state.ts';

/** A chat stream, or 0 for private messages, which are kept as long as the organization's setting says. */
export type RetentionScope = ChannelId | 0;

type Kept = {
  /** When the number of days was last set. For 0, when the organization's setting was. */
  readonly changedAt?: Millis;
  /** The newest run. `messages`: how many it erased; 0 while it is under way. */
  readonly run?: { readonly startedAt: Millis; readonly messages: number };
};

export type Retention = Map<RetentionScope, Kept>;

const change = (retention: Retention, scope: RetentionScope, changed: Kept): void =>
  void retention.set(scope, { ...retention.get(scope), ...changed });

const scopeOf = (target: ErasureTarget): RetentionScope => (target.kind === 'channel' ? target.channelId : 0);

export const retentionState: StatePart<Retention> = {
  initial: () => new Map(),
  on: {
    RealmSettingsChanged({ data, metadata: { at } }, retention) {
      if (data.settings.message_retention_days !== undefined) change(retention, 0, { changedAt: at });
    },
    ChannelCreated({ data, metadata: { at } }, retention) {
      if (data.retentionDays !== null) change(retention, data.channelId, { changedAt: at });
    },
    ChannelRetentionChanged: ({ data, metadata: { at } }, retention) =>
      change(retention, data.channelId, { changedAt: at }),
    ErasureRequested({ data, metadata: { at } }, retention) {
      if (data.retention) change(retention, scopeOf(data.target), { run: { startedAt: at, messages: 0 } });
    },
    ErasureCompleted({ data, metadata: { at } }, retention) {
      const scope = scopeOf(data.target);
      const startedAt = retention.get(scope)?.run?.startedAt ?? at;
      if (data.retention) change(retention, scope, { run: { startedAt, messages: data.messages } });
    },
  },
};

/** After how many days messages are erased there; undefined if they are kept for ever. */
export function daysKept({ channels, realm }: RealmState, scope: RetentionScope): number | undefined {
  const own = scope === 0 ? null : channels.byId.get(scope)?.retentionDays;
  if (own === undefined) return undefined;
  const days = own ?? realm.settings.message_retention_days;
  return days > 0 ? days : undefined;
}

/** Messages that were sent before this time have been kept for long enough. */
export const keptUntil = (days: number, now: Millis): Millis => now - days * dayMs;

/**
 * The earliest time of the next run. It is a day after the number of days was set, so that a mistake can be corrected, and a day after the
 * last run. A run that erased as much as it may is followed by another one at once.
 */
export function nextRunAt({ retention }: RealmState, scope: RetentionScope): Millis {
  const { changedAt, run } = retention.get(scope) ?? {};
  const setAt = Math.max(changedAt ?? 0, retention.get(0)?.changedAt ?? 0);
  const ranAt = run && run.messages < limits.retentionRunMax ? run.startedAt + dayMs : 0;
  return Math.max(setAt + dayMs, ranAt);
}

/** The retention run under way. An organization has only one at a time, so that an export for review never waits for several. */
export const runUnderWay = ({ erasures }: RealmState): Erasure | undefined =>
  [...erasures.byId.values()].find((one) => one.retention);

/** Whether the setting now keeps messages for longer than when the run began. Then the run erases nothing more. */
export function isRunTakenBack(state: RealmState, { target, retention }: Erasure): boolean {
  return retention !== undefined && (daysKept(state, scopeOf(target)) ?? Number.POSITIVE_INFINITY) > retention.days;
}

/** The scopes in which messages are not kept for ever. */
export function* scopesKept(state: RealmState): Generator<RetentionScope> {
  for (const scope of [0 as const, ...state.channels.byId.keys()]) if (daysKept(state, scope)) yield scope;
}

export const targetOfRun = (scope: RetentionScope, until: Millis): ErasureTarget =>
  scope === 0 ? { kind: 'private', until } : { kind: 'channel', channelId: scope, topic: null, until };
