/**
 * The one follower of a process: takes the log in order, folds the state, runs the feed on the state as of each event, and hands
 * both on. Everything that must see events in log order hangs here.
 */

import type { ClientEvent } from '../../feed/client-event.ts';
import { clientEventsOf } from '../../feed/index.ts';
import type { EventLog, LogSubscription, StoredEvent } from '../../ports/event-log.ts';
import { evolve, type RealmState, type ServerState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { decode } from './decode.ts';
import { PositionWaiters } from './position-waiters.ts';

/** One event, with the state right after it and what clients are told of it. */
export type Followed = {
  readonly event: Recorded;
  /** Undefined for events that belong to no organization. */
  readonly realm: RealmState | undefined;
  readonly clientEvents: readonly ClientEvent[];
};

export type FollowerPart = {
  /** In log order, synchronously, with `realm` folded exactly up to the event. */
  see(followed: Followed): void;
  /** An event of a type that this version does not know. */
  skip?(stored: StoredEvent): void;
  /** After each batch; a promise holds back the next one. */
  settle?(position: number): Promise<void> | undefined;
};

/** How long what stands in the log may be on its way here before the log is asked whether it is still there. */
const toldWithinMs = 1_000;

export class Follower {
  readonly #log: EventLog;
  readonly #state: ServerState;
  readonly #parts: readonly FollowerPart[];
  readonly #waiting = new PositionWaiters();
  /** Feed and parts see only what comes after; before it the log is history that they have absorbed. */
  readonly #newsAfter: number;
  #position: number;
  #subscription: LogSubscription | undefined;
  #held: Promise<void> | undefined;
  folded = 0;

  /** `state`: as of some event, from which it is followed on. */
  constructor(log: EventLog, state: ServerState, parts: readonly FollowerPart[], newsAfter: number) {
    this.#log = log;
    this.#state = state;
    this.#parts = parts;
    this.#newsAfter = newsAfter;
    this.#position = state.newest.position;
  }

  get position(): number {
    return this.#position;
  }

  /** Resolves when everything that stands in the log at the call has been folded. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#subscription = this.#log.subscribe(this.#position, [], {
        onEvents: (events) => this.#take(events),
        onCaughtUp: resolve,
      });
    });
  }

  /** Resolves when `position` has been folded here. Throws EventLogUnavailable where the log goes away before it has told of it. */
  async reached(position: number): Promise<void> {
    while (this.#position < position)
      if (!(await this.#waiting.waitAtMost(position, toldWithinMs))) await this.#log.tail();
  }

  /** The same, but waits no longer than `ms`: false then. */
  async reachedWithin(position: number, ms: number): Promise<boolean> {
    return position <= this.#position || this.#waiting.waitAtMost(position, ms);
  }

  /** Resolves when all that stands in the log now has been folded here. */
  async catchUp(): Promise<void> {
    await this.reached(await this.#log.tail());
  }

  /** Nothing is folded while `work` is under way: what it looks at stays as it is. One at a time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const done = work();
    const release = (): void => {
      this.#held = undefined;
    };
    this.#held = done.then(release, release);
    return done;
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  #take(events: readonly StoredEvent[]): Promise<void> | undefined {
    if (this.#held !== undefined) return this.#held.then(() => this.#take(events));
    for (const stored of events) this.#fold(stored);
    this.#waiting.reached(this.#position);
    const holds = this.#parts.map((part) => part.settle?.(this.#position)).filter((hold) => hold !== undefined);
    return holds.length > 0 ? Promise.all(holds).then(() => undefined) : undefined;
  }

  #fold(stored: StoredEvent): void {
    const event = decode(stored);
    this.folded += 1;
    if (event === undefined) {
      for (const part of this.#parts) part.skip?.(stored);
    } else {
      const before = this.#state.realms.get(event.realmId);
      // A queue that is registered later begins after what happens while there is none.
      const isHeard = stored.position > this.#newsAfter && (before?.queues.size ?? 0) > 0;
      const feed = isHeard ? clientEventsOf(event, before) : undefined;
      const realm = evolve(this.#state, event);
      const clientEvents = feed && realm ? feed(realm) : [];
      const followed: Followed = { event, realm, clientEvents };
      for (const part of this.#parts) part.see(followed);
    }
    this.#position = stored.position;
  }
}
