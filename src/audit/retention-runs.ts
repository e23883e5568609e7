/** Finds due retention runs, and begins them. They are carried out like every erasure (`content-erasure.ts`). */
import { beginRetention } from '../../commands/retention/begin-retention.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Executing } from '../engine/decide/executor.ts';
import { isOpen } from '../state/open-realms.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { daysKept, keptUntil, nextRunAt, type RetentionScope, runUnderWay, scopesKept } from '../state/retention.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';

type RetentionRunsParts = {
  readonly state: ServerState;
  /** Whether a run would erase anything that was sent before `until`. */
  readonly isAnythingDue: (realm: RealmState, scope: RetentionScope, until: Millis) => Promise<boolean>;
  readonly executor: Executing;
  /** By `conservativeClock`. */
  readonly now: () => Millis;
};

type MaybeDue = { readonly realmId: RealmId; readonly scope: RetentionScope };

/** If nothing was old enough, messages are checked again after this time. */
const lookedMs = 60 * 60 * 1000;

export function retentionRuns({ state, executor, isAnythingDue, now }: RetentionRunsParts) {
  const lookAt = new Map<string, Millis>();

  /** Decides from the folded state alone, which does not contain the ages of messages. */
  function maybeDue(): MaybeDue[] {
    return [...state.realms.values()].flatMap((realm) =>
      !isOpen(state, realm) || runUnderWay(realm)
        ? []
        : [...scopesKept(realm)]
            .filter((scope) => Math.max(nextRunAt(realm, scope), lookAt.get(keyOf(realm, scope)) ?? 0) <= now())
            .map((scope) => ({ realmId: realm.realmId, scope })),
    );
  }

  /** Begins a run if it would erase anything. */
  async function beginIfDue({ realmId, scope }: MaybeDue): Promise<void> {
    const realm = state.realms.get(realmId);
    const days = realm && daysKept(realm, scope);
    if (!realm || days === undefined) return;
    const asOf = now();
    if (await isAnythingDue(realm, scope, keptUntil(days, asOf)))
      // The command decides whether a run is due.
      await executor.execute(beginRetention, { channelId: scope || null, asOf }, orderByService(realmId));
    else lookAt.set(keyOf(realm, scope), now() + lookedMs);
  }

  return { maybeDue, beginIfDue };
}

const keyOf = ({ realmId }: RealmState, scope: RetentionScope): string => `${realmId}.${scope}`;
