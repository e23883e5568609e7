/**
 * Whether this process can do its work: its stores answer, it has followed the log to its end, and the read models are not far behind. The
 * check is requested often and without credentials. So it is cheap, bounds its wait for a store, and reveals no cause.
 */
import { LagClock } from '../../engine/project/lag-clock.ts';
import type { FailingAction } from '../../engine/react/failing-actions.ts';
import type { SealingStatus } from '../../engine/seal/sealer.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Checkpoint, ReadStore } from '../../ports/read-store.ts';

export type HealthSources = {
  readonly log: Pick<EventLog, 'tail'>;
  readonly store: Pick<ReadStore, 'checkpoint'>;
  /** The position up to which this process has folded the log. */
  readonly position: () => number;
  /** How many milliseconds the read models have been behind that position. */
  readonly lagMs: () => number;
  /** Whether the read models are being rebuilt and cannot answer. */
  readonly isBuilding: () => boolean;
  readonly models: () => Checkpoint['models'];
  readonly sealing?: () => SealingStatus | undefined;
  readonly failing?: () => readonly FailingAction[];
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number;
};

export type Part = 'event_log' | 'follower' | 'read_store' | 'read_models';

export type Health = {
  /** For each part, `ok` or the problem. */
  readonly parts: Readonly<Record<Part, string>>;
  /** Read models that do not answer for an organization. All others do. */
  readonly behind: readonly { readonly model: string; readonly realm_id: number }[];
  /** Policies with an action that keeps failing. It is tried again at growing intervals. */
  readonly failing: readonly { readonly policy: string; readonly realm_id: number }[];
  /** Ledgers that are no longer signed, with the reason. Everything else works. */
  readonly unsealed: readonly { readonly realm_id: number; readonly why: string }[];
};

type HealthLimits = {
  /** How many milliseconds a store may take to answer. */
  readonly answerMs: number;
  /** How many milliseconds the follower or the read models may be behind. */
  readonly lagMs: number;
};

const usual: HealthLimits = { answerMs: 2_000, lagMs: 10_000 };

/** Concurrent requests share the result of one check. */
export function healthOf(sources: HealthSources, limits: HealthLimits = usual): () => Promise<Health> {
  const following = new LagClock();
  let pending: Promise<Health> | undefined;

  async function measure(): Promise<Health> {
    const [tail, stored] = await Promise.all([
      within(limits.answerMs, () => sources.log.tail()),
      within(limits.answerMs, () => sources.store.checkpoint()),
    ]);
    const now = (sources.now ?? (() => performance.now()))();
    if (tail.ok) following.observe(sources.position(), tail.value, now);
    return {
      parts: {
        event_log: tail.ok ? 'ok' : tail.why,
        follower: lagging(following.behindMs(sources.position(), now)),
        read_store: stored.ok ? 'ok' : stored.why,
        read_models: sources.isBuilding() ? 'being built' : lagging(sources.lagMs()),
      },
      behind: Object.entries(sources.models()).flatMap(([model, { behind }]) =>
        Object.keys(behind ?? {}).map((realm) => ({ model, realm_id: Number(realm) })),
      ),
      failing: (sources.failing?.() ?? []).map(({ policy, realmId }) => ({ policy, realm_id: realmId })),
      unsealed: unsealedIn(sources.sealing?.()),
    };
  }

  const lagging = (ms: number): string => (ms <= limits.lagMs ? 'ok' : `${Math.round(ms / 1000)} s behind`);

  return () => {
    pending ??= measure().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

const unsealedIn = ({ refused }: Pick<SealingStatus, 'refused'> = { refused: [] }): Health['unsealed'] =>
  refused.map(({ realmId, why }) => ({ realm_id: realmId, why }));

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

function within<T>(ms: number, ask: () => Promise<T>): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve({ ok: false, why: `no answer within ${ms} ms` }), ms);
    const settle = (answer: Answer<T>): void => {
      clearTimeout(late);
      resolve(answer);
    };
    ask().then(
      (value) => settle({ ok: true, value }),
      () => settle({ ok: false, why: 'out of reach' }),
    );
  });
}

export const notReady = ({ parts }: Health): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part] !== 'ok');
