/**
 * Makes copies of past states in the background, for organizations with an auditor. It works on one organization at a time, in a process
 * with the lowest scheduling priority. It is event-driven: it checks again after enough events, or when somebody becomes an auditor.
 */
import type { Followed, FollowerPart } from '../../engine/follow/follower.ts';
import type { Logger } from '../../engine/logger.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { Millis, RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { ReplicaHandle } from '../handle.ts';
import { distanceOf, type Room } from './choice.ts';
import type { Copy, PastCopies } from './copies.ts';

type PreparingParts = {
  readonly copies: PastCopies;
  readonly open: (realmId: RealmId, copy: Copy | undefined) => ReplicaHandle;
  readonly tail: () => Promise<number>;
  readonly state: () => ServerState | undefined;
  readonly logger: Logger;
  readonly bytesMax: number;
  readonly onMade: () => void;
  /** Absent: the usual values. Tests make them small. */
  readonly pace?: Pace | undefined;
};

/**
 * `eventsMin`: the least number of events between two copies. `pauseMs`: the pause from a start, or from the end of a preparation, to the
 * next one. `erasedPauseMs`: the pause after copies were removed because something in them was erased, since more may be erased soon. Both
 * pauses are longer after a preparation that took long.
 */
export type Pace = {
  readonly eventsMin: number;
  readonly pauseMs: Millis;
  readonly erasedPauseMs: Millis;
  /** Called at the end of each preparation. */
  readonly onPrepared?: () => void;
};

/** Preparation uses the disk and a processor for at most a tenth of the time, whatever is sent and erased. */
const pausesPerPreparation = 9;

const usual: Pace = { eventsMin: limits.pastCopyEventsMin, pauseMs: 20_000, erasedPauseMs: 600_000 };

export class Preparing implements FollowerPart {
  readonly #parts: PreparingParts;
  readonly #pace: Pace;
  /** The events of an organization since its last preparation. It is checked again when there are enough. */
  readonly #since = new Map<RealmId, number>();
  readonly #due = new Set<RealmId>();
  /** Organizations whose copies were removed. */
  readonly #withRemovedCopies = new Set<RealmId>();
  #removedTimer: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #replica: ReplicaHandle | undefined;
  #running: Promise<void> | undefined;
  #isOver = false;
  #isStarted = false;
  /** Incremented when the preparation under way has to end. */
  #turn = 0;
  /** How many milliseconds the last preparation took. */
  #took = 0;

  constructor(parts: PreparingParts) {
    this.#parts = parts;
    this.#pace = parts.pace ?? usual;
  }

  get isRunning(): boolean {
    return this.#running !== undefined || this.#due.size > 0;
  }

  /** Must be called when the log has been followed to its end. */
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
  onCopiesRemoved(realmId: RealmId): void {
    if (this.#isOver) return;
    this.#withRemovedCopies.add(realmId);
    this.#removedTimer ??= setTimeout(() => {
      this.#removedTimer = undefined;
      for (const realmId of this.#withRemovedCopies) this.#want(realmId);
      this.#withRemovedCopies.clear();
    }, this.#pauseOf(this.#pace.erasedPauseMs));
    this.#removedTimer.unref();
  }

  /** Ends the preparation under way, without leaving anything on the disk. It starts again later. */
  async interrupt(): Promise<void> {
    this.#turn += 1;
    await this.#replica?.end();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#removedTimer);
    await this.interrupt();
  }

  #want(realmId: RealmId): void {
    const { state, bytesMax } = this.#parts;
    const realm = state()?.realms.get(realmId);
    // Every message is an event. With so few messages there are hardly enough events for two copies.
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
        if (!this.#isOver) this.#parts.logger.warn({ err: error, realm: realmId }, 'making copies of the past failed');
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
      const { events } = await replica.call('learn', to);
      // The replica could not use the copy, which was then removed. The next preparation begins at an earlier copy or at the first event.
      if (newest && !copies.of(realmId).includes(newest)) return this.onCopiesRemoved(realmId);
      const distance = distanceOf(events, this.#room(), newest);
      for (let next = (newest?.folded ?? 0) + distance; next <= events; next += distance) {
        const advanced = await replica.call('advance', { to, tail: await tail(), events: distance });
        if (!advanced || this.#turn !== turn) return this.onCopiesRemoved(realmId);
        if (advanced.folded < next || !this.#hasRoom(realmId)) return;
        const folder = making.folder();
        if (!(await copies.add(realmId, folder, await replica.call('keep', folder)))) return;
        this.#parts.onMade();
      }
    } catch (error) {
      if (this.#turn !== turn) return this.onCopiesRemoved(realmId);
      throw error;
    } finally {
      making.end();
      // After an interruption the replica is already ending; this waits for its end.
      await replica.close();
    }
  }

  #room(): Room {
    const organizations = [...(this.#parts.state()?.realms.values() ?? [])].filter(
      ({ audit }) => audit.auditors.size > 0,
    );
    return {
      bytes: this.#parts.bytesMax / Math.max(1, organizations.length),
      copiesMax: limits.pastCopiesMax,
      eventsMin: this.#pace.eventsMin,
    };
  }

  /** Whether the disk has room for a copy and for the files of the preparing process. */
  #hasRoom(realmId: RealmId): boolean {
    const { copies } = this.#parts;
    return copies.free - limits.keptFreeByCopiesBytes > 3 * (copies.of(realmId).at(-1)?.bytes ?? 0);
  }
}
