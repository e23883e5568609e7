/**
 * The log followed once more, beside the follower that serves, for read models that know less than this process has let go of:
 * they were wiped, or are another's, or an older copy came back. It ends where both followers have shown the same event.
 */
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { emptyServer } from '../../state/realm-state.ts';
import { type Followed, Follower } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';

export type ReplayParts = {
  readonly log: EventLog;
  readonly logger: Logger;
  /** Events up to here are folded, and shown to nobody. */
  readonly after: number;
  /** The newest event that the other follower has shown or skipped. */
  readonly newest: () => number;
  readonly take: (followed: Followed) => void;
  readonly skip: (stored: StoredEvent) => void;
  /** A promise holds back what comes next. */
  readonly settle: () => Promise<void> | undefined;
  /** Whoever follows the log shows all that comes from here on. */
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
    // Where nothing is left to show, nothing that is shown ends it.
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
