/**
 * Copies of the past are made in the background for organizations with an auditor: one organization after the other, by a process that goes
 * last where others want a processor. It is event-driven: it looks again once enough events came, or somebody became an auditor.
 */
import type { Followed, FollowerPart } from '../../engine/follow/follower.ts';
import type { Logger } from '../../engine/logger.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { Millis, RealmId } from '../../vocabulary/ids.ts';
import { keptFreeByCopiesBytes, pastCopiesMax, pastCopyEventsMin } from '../../vocabulary/limits.ts';
import type { ReplicaHandle } from '../handle.ts';
import { distanceOf, type Room } from './choice.ts';
import type { Copy, PastCopies } from './copies.ts';

export type PreparingParts = {
  readonly copies: PastCopies;
  readonly open: (realmId: RealmId, copy: Copy | undefined) => ReplicaHandle;
  /** The newest position that the log has acknowledged. */
  readonly tail: () => Promise<number>;
  readonly state: () => ServerState | undefined;
  readonly logger: Logger;
  readonly bytesMax: number;
  /** Called when copies were made. */
  readonly onMade: () => void;
  /** The usual ones where absent. Tests make them small. */
  readonly pace?: Pace | undefined;
};

/**
 * `eventsMin`: between two copies. `pauseMs`: from a start, or from the end of one preparation, to the next one. `erasedPauseMs`: after copies
 * were removed because something in them was erased; more may be erased soon. Both are longer after a preparation that took long.
 */
export type Pace = {
  readonly eventsMin: number;
  readonly pauseMs: Millis;
  readonly erasedPauseMs: Millis;
  /** Called at the end of each preparation. */
  readonly onPrepared?: () => void;
};

/** Copies take the disk and a processor for a tenth of the time at most, whatever is sent and erased. */
const pausesPerPreparation = 9;

const usual: Pace = { eventsMin: pastCopyEventsMin, pauseMs: 20_000, erasedPauseMs: 600_000 };

export class Preparing implements FollowerPart {
  readonly #parts: PreparingParts;
  readonly #pace: Pace;
  /** Events of an organization since it was last prepared. It is looked at again once there are enough. */
  readonly #since = new Map<RealmId, number>();
  readonly #due = new Set<RealmId>();
  /** Organizations that had copies which were removed. */
  readonly #lacking = new Set<RealmId>();
  #lackingTimer: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #replica: ReplicaHandle | undefined;
  #running: Promise<void> | undefined;
  #isOver = false;
  #isStarted = false;
  /** Raised when what is under way has to end. */
  #turn = 0;
  /** Milliseconds that the last preparation took. */
  #took = 0;

  constructor(parts: PreparingParts) {
    this.#parts = parts;
    this.#pace = parts.pace ?? usual;
  }

  get isRunning(): boolean {
    return this.#running !== undefined || this.#due.size > 0;
  }

  /** To be called when the log has been followed to its end. */
  start(): void {
    this.#isStarted = true;
    for (const realmId of this.#parts.state()?.realms.keys() ?? []) this.#want(realmId);
  }

  see({ event, realm }: Followed): void {
    if (!realm || !this.#isStarted) return;
    const count = (this.#since.get(event.realmId) ?? 0) + 1;
    this.#since.set(event.realmId, count);
    if (event.type === 'AuditorAppointed' || count >= this.#pace.eventsMin) this.#want(event.realmId);
  }

  /** Copies of an organization were removed because something in them was erased. */
  lacks(realmId: RealmId): void {
    if (this.#isOver) return;
    this.#lacking.add(realmId);
    this.#lackingTimer ??= setTimeout(() => {
      this.#lackingTimer = undefined;
      for (const lacking of this.#lacking) this.#want(lacking);
      this.#lacking.clear();
    }, this.#pauseOf(this.#pace.erasedPauseMs));
    this.#lackingTimer.unref();
  }

  /** What is under way ends, and leaves nothing; it begins anew later. */
  async interrupt(): Promise<void> {
    this.#turn += 1;
    await this.#replica?.end();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lackingTimer);
    await this.interrupt();
  }

  #want(realmId: RealmId): void {
    const { state, bytesMax } = this.#parts;
    const realm = state()?.realms.get(realmId);
    // Every message is an event: with so few messages there are hardly events for two copies.
    const isSmall = (realm?.topics.lastMessageId ?? 0) < this.#pace.eventsMin / 2;
    if (this.#isOver || bytesMax === 0 || !realm || isSmall || realm.audit.auditors.size === 0) return;
    this.#due.add(realmId);
    this.#later();
  }

  #later(): void {
    if (this.#timer || this.#running || this.#isOver || this.#due.size === 0) return;
    this.#timer = setTimeout(() => this.#begin(), this.#pauseOf(this.#pace.pauseMs));
    this.#timer.unref();
  }

  #pauseOf(least: Millis): Millis {
    return Math.max(least, pausesPerPreparation * this.#took);
  }

  #begin(): void {
    this.#timer = undefined;
    const [realmId] = this.#due;
    if (realmId === undefined || this.#isOver) return;
    this.#due.delete(realmId);
    this.#since.set(realmId, 0);
    const began = performance.now();
    this.#running = this.#prepare(realmId)
      .catch((error: unknown) => {
        if (!this.#isOver) this.#parts.logger.warn({ err: error, realm: realmId }, 'no further copies of the past');
      })
      .finally(() => {
        this.#running = undefined;
        this.#replica = undefined;
        this.#took = performance.now() - began;
        this.#pace.onPrepared?.();
        this.#later();
      });
  }

  async #prepare(realmId: RealmId): Promise<void> {
    const { copies, open, tail } = this.#parts;
    const turn = this.#turn;
    const newest = copies.of(realmId).at(-1);
    const making = copies.begin(realmId);
    const replica = open(realmId, newest);
    this.#replica = replica;
    try {
      const to = await tail();
      const { events } = await replica.learn(to);
      // The replica could not use the copy, which was removed. The next preparation begins at an earlier copy or at the first event.
      if (newest && !copies.of(realmId).includes(newest)) return this.lacks(realmId);
      const distance = distanceOf(events, this.#room(), newest);
      for (let next = (newest?.folded ?? 0) + distance; next <= events; next += distance) {
        const along = await replica.along({ to, tail: await tail(), events: distance });
        if (!along || this.#turn !== turn) return this.lacks(realmId);
        if (along.folded < next || !this.#hasRoom(realmId)) return;
        const folder = making.folder();
        if (!(await copies.add(realmId, folder, await replica.keep(folder)))) return;
        this.#parts.onMade();
      }
    } catch (error) {
      if (this.#turn !== turn) return this.lacks(realmId);
      throw error;
    } finally {
      making.end();
      // After an interruption the replica is ending already: this waits for it.
      await replica.close();
    }
  }

  #room(): Room {
    const organizations = [...(this.#parts.state()?.realms.values() ?? [])].filter(
      ({ audit }) => audit.auditors.size > 0,
    );
    return {
      bytes: this.#parts.bytesMax / Math.max(1, organizations.length),
      copiesMax: pastCopiesMax,
      eventsMin: this.#pace.eventsMin,
    };
  }

  /** Whether the disk has room for a copy, and for what the process works on. */
  #hasRoom(realmId: RealmId): boolean {
    const { copies } = this.#parts;
    return copies.free - keptFreeByCopiesBytes > 3 * (copies.of(realmId).at(-1)?.bytes ?? 0);
  }
}
