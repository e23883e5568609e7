/** Removes the files of exports for review that have expired, or in which something was erased. */
import { v7 } from 'uuid';
import { endExport } from '../../commands/export/end-export.ts';
import { resultOf } from '../audit/held-deletions.ts';
import type { Executing, Order } from '../engine/decide/executor.ts';
import type { Followed, FollowerPart } from '../engine/follow/follower.ts';
import type { Logger } from '../engine/logger.ts';
import { isUnderWay } from '../state/exports.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { ExportId, Millis, RealmId } from '../vocabulary/ids.ts';
import type { Erased, ExportFiles } from './export-files.ts';

/** Withdraws the finished exports that name something erased. An export still being made starts again by itself. */
export const withdrawal =
  ({ state, files, executor }: { readonly files: ExportFiles } & Pick<ExpiryParts, 'state' | 'executor'>) =>
  async (realmId: RealmId, erased: Erased, order: Order): Promise<void> => {
    for (const one of [...(state.realms.get(realmId)?.exports.byId.values() ?? [])]) {
      if (isUnderWay(one) || !(await files.names(realmId, one.exportId, erased))) continue;
      resultOf(await executor.execute(endExport, { exportId: one.exportId, cause: 'erased' }, order));
      await files.remove(realmId, one.exportId);
    }
  };

export type ExpiryParts = {
  readonly state: ServerState;
  readonly executor: Executing;
  /** A time that has certainly come, even if the clock of a machine was ahead for a moment. */
  readonly now: () => Millis;
  readonly logger: Logger;
};

/** The timer waits at most this long before it reads the clock again, because the machine's clock may be corrected. */
const waitMsMax = 10 * 60_000;
/** The pause after a failure. */
const retryMs = 1_000;

/** Ends exports when they expire. Every process has a timer for the next expiry, and the log accepts the first ending appended. */
export class ExportExpiry implements FollowerPart {
  readonly #parts: ExpiryParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isStopped = false;

  constructor(parts: ExpiryParts) {
    this.#parts = parts;
  }

  see({ event }: Followed): void {
    if (this.#isStarted && (event.type === 'ExportCompleted' || event.type === 'ImportFinished')) this.#setTimer(0);
  }

  /** Must be called when the end of the log has been reached. */
  start(): void {
    this.#isStarted = true;
    this.#setTimer(0);
  }

  /** Resolves when no export is being ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Sets the timer for the next expiry, at least `ms` milliseconds from now. */
  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    const next = this.#all()
      .map(({ expiresAt }) => expiresAt)
      .reduce((a, b) => Math.min(a, b), Infinity);
    if (this.#isStopped || next === Infinity) return;
    const waitMs = Math.min(Math.max(next - this.#parts.now(), ms), waitMsMax);
    this.#timer = setTimeout(() => {
      this.#running = this.#endThem().then(
        () => this.#setTimer(0),
        (error: unknown) => {
          this.#parts.logger.error({ err: error }, 'an export did not expire; trying again');
          this.#setTimer(retryMs);
        },
      );
    }, waitMs);
    this.#timer.unref();
  }

  *#due(now: Millis) {
    for (const one of this.#all()) if (one.expiresAt <= now) yield one;
  }

  #all(): { readonly realmId: RealmId; readonly exportId: ExportId; readonly expiresAt: Millis }[] {
    const { realms, importing } = this.#parts.state;
    return [...realms.values()].flatMap(({ realmId, exports }) =>
      importing.has(realmId)
        ? []
        : [...exports.byId.values()].flatMap(({ exportId, expiresAt }) =>
            expiresAt === undefined ? [] : [{ realmId, exportId, expiresAt }],
          ),
    );
  }

  async #endThem(): Promise<void> {
    const asOf = this.#parts.now();
    for (const { realmId, exportId } of [...this.#due(asOf)]) {
      const order = { realmId, actor: null, client: 'Internal', requestId: v7() } as const;
      const done = await this.#parts.executor.execute(endExport, { exportId, cause: 'expired', asOf }, order);
      if (!done.ok && done.refusal.code !== 'realm-deactivated') resultOf(done);
    }
  }
}
