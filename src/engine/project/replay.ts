/**
 * Follows the log a second time, beside the follower that serves requests, for read models that lack events which this process has
 * already dropped: they were wiped, or an older copy of them was put back. It ends when it has reached the same event as the other.
 */
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { emptyServer } from '../../state/realm-state.ts';
import { type Followed, Follower } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';

export type ReplayParts = {
  readonly log: EventLog;
  readonly logger: Logger;
  /** Events up to this position are folded and not handed over. */
  readonly after: number;
  /** The position of the newest event that the other follower has handed over. */
  readonly newest: () => number;
  readonly take: (followed: Followed) => void;
  readonly skip: (stored: StoredEvent) => void;
  /** A promise delays the next events until it resolves. */
  readonly settle: () => Promise<void> | undefined;
  /** The other follower hands over all later events. */
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
    // For a log without later events, whose handing over would end it.
    void this.#follower.start().then(() => this.#endAt(this.#follower.position));
  }

  /** Resolves when nothing is taken from the log any more. */
  stop(): Promise<void> {
    this.#ended = true;
    this.#stopping ??= this.#follower
      .stop()
      .catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'a replay of the log did not end well'));
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
