/**
 * Follows the log a second time, in parallel to the follower that serves requests. It is for read models that lack events which this process has
 * already dropped, because the models were wiped or an older copy of them was restored. It ends when it has reached the same event as the
 * other follower.
 */
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { emptyServer } from '../../state/realm-state.ts';
import { type Followed, Follower } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';

type ReplayParts = {
  readonly log: EventLog;
  readonly logger: Logger;
  /** Events up to this position are folded, but not passed on. */
  readonly after: number;
  /** The position of the newest event that the other follower has passed on. */
  readonly newest: () => number;
  readonly take: (followed: Followed) => void;
  readonly skip: (stored: StoredEvent) => void;
  /** If it returns a promise, the next events wait for it. */
  readonly settle: () => Promise<void> | undefined;
  /** Called at the end: the other follower passes on all later events. */
  readonly onEnd: () => void;
};

export class Replay {
  readonly #parts: ReplayParts;
  readonly #follower: Follower;
  #ended = false;
  #stopping: Promise<void> | undefined;

  constructor(parts: ReplayParts) {
    this.#parts = parts;
    const part = {
      see: (followed: Followed) => this.#see(followed),
      skip: (stored: StoredEvent) => this.#skip(stored),
      settle: () => (this.#ended ? undefined : parts.settle()),
    };
    this.#follower = new Follower(parts.log, emptyServer(), [part], parts.after);
  }

  start(): void {
    // For a log without later events, because no event then ends the replay.
    void this.#follower.start().then(() => this.#endAt(this.#follower.position));
  }

  /** Resolves when nothing more is read from the log. */
  stop(): Promise<void> {
    this.#ended = true;
    this.#stopping ??= this.#follower
      .stop()
      .catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'a replay of the log failed'));
    return this.#stopping;
  }

  #see(followed: Followed): void {
    const { position } = followed.event;
    if (this.#ended) return;
    if (position > this.#parts.after) this.#parts.take(followed);
    this.#endAt(position);
  }

  #skip(stored: StoredEvent): void {
    if (this.#ended) return;
    this.#parts.skip(stored);
    this.#endAt(stored.position);
  }

  #endAt(position: number): void {
    if (this.#ended || position < this.#parts.newest()) return;
    void this.stop();
    this.#parts.onEnd();
  }
}
