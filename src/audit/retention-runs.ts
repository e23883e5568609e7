/** Finds due retention runs, and begins them. They are carried out like every erasure (`content-erasure.ts`). */
import { isOpen } from '../state/open-realms.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { daysKept, keptUntil, nextRunAt, type RetentionScope, runUnderWay, scopesKept } from '../state/retention.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';

type RetentionRunsParts = {
  readonly state: ServerState;
  /** Whether a run would erase anything that was sent before `until`. */
  readonly isAnythingDue: (realm: RealmState, scope: RetentionScope, until: Millis) => Promise<boolean>;
  /** Decides whether a run is due, and begins it. */
  readonly begin: (realmId: RealmId, scope: RetentionScope, asOf: Millis) => Promise<unknown>;
  /** By `conservativeClock`. */
  readonly now: () => Millis;
};

type MaybeDue = { readonly realmId: RealmId; readonly scope: RetentionScope };

/** If nothing was old enough, messages are checked again after this time. */
const lookedMs = 60 * 60 * 1000;

export class RetentionRuns {
  readonly #parts: RetentionRunsParts;
  readonly #lookAt = new Map<string, Millis>();

  constructor(parts: RetentionRunsParts) {
    this.#parts = parts;
  }

  /** Decides from the folded state alone, which does not contain the ages of messages. */
  maybeDue(): MaybeDue[] {
    const { state, now } = this.#parts;
    return [...state.realms.values()].flatMap((realm) =>
      !isOpen(state, realm) || runUnderWay(realm)
        ? []
        : [...scopesKept(realm)]
            .filter((scope) => Math.max(nextRunAt(realm, scope), this.#lookAt.get(keyOf(realm, scope)) ?? 0) <= now())
            .map((scope) => ({ realmId: realm.realmId, scope })),
    );
  }

  /** Begins a run if it would erase anything. */
  async beginIfDue({ realmId, scope }: MaybeDue): Promise<void> {
    const { state, isAnythingDue, begin, now } = this.#parts;
    const realm = state.realms.get(realmId);
    const days = realm && daysKept(realm, scope);
    if (!realm || days === undefined) return;
    const asOf = now();
    if (await isAnythingDue(realm, scope, keptUntil(days, asOf))) await begin(realmId, scope, asOf);
    else this.#lookAt.set(keyOf(realm, scope), now() + lookedMs);
  }
}

const keyOf = ({ realmId }: RealmState, scope: RetentionScope): string => `${realmId}.${scope}`;
