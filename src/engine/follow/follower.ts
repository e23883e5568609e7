/**
 * The only follower of a process. It reads every event in log order, folds it into the state, and makes the client events that follow from
 * it. Then it passes the result to its parts: the projector, policies, snapshots and event queues.
 */
import type { ClientEvent } from '../../feed/client-event.ts';
import { clientEventsOf } from '../../feed/index.ts';
import type { EventLog, LogSubscription, StoredEvent } from '../../ports/event-log.ts';
import { evolve, type RealmState, type ServerState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { decode } from './decode.ts';
import { foldedOf } from './folded-of.ts';
import { PositionWaiters } from './position-waiters.ts';

/** An event, the organization's state right after it, and the client events that follow from it. */
export type Followed = {
  readonly event: Recorded;
  /** Undefined for events that belong to no organization. */
  readonly realm: RealmState | undefined;
  readonly clientEvents: readonly ClientEvent[];
};

export type FollowerPart = {
  /** Called in log order, synchronously, while `realm` is folded exactly up to this event. `stored`: the event as it is in the log. */
  see(followed: Followed, stored: StoredEvent): void;
  /** Called for an event of a type that this version does not know. */
  skip?(stored: StoredEvent): void;
  /** Called after each batch of events. If it returns a promise, the next batch waits for it. */
  settle?(position: number): Promise<void> | undefined;
  /** Called when this process becomes the leader. */
  lead?(): void;
};

/**
 * Folds the next event into the state. `isHeard`: decides, on the organization's state before the event, whether its client events are
 * made.
 */
export function follow(
  state: ServerState,
  event: Recorded,
  isHeard: (before: RealmState | undefined) => boolean,
): Followed {
  const before = state.realms.get(event.realmId);
  const feed = isHeard(before) ? clientEventsOf(event, before) : undefined;
  const realm = evolve(state, event);
  return { event, realm, clientEvents: feed && realm ? feed(realm) : [] };
}

/** After waiting this long for an event, the follower checks whether the log is in reach. */
const arrivesWithinMs = 1_000;

export class Follower {
  readonly #log: EventLog;
  readonly #state: ServerState;
  readonly #parts: readonly FollowerPart[];
  readonly #waiting = new PositionWaiters();
  /** No client events are made for events up to this position, because the read models contain them already. */
  readonly #newsAfter: number;
  #position: number;
  #subscription: LogSubscription | undefined;
  #held: Promise<void> | undefined;
  folded = 0;

  /** `state`: the state as of some event. The log is followed from the next event. */
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

  /** Resolves when everything that was in the log at the call has been folded. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#subscription = this.#log.subscribe(this.#position, [], {
        onEvents: (events) => this.#take(events),
        onCaughtUp: resolve,
      });
    });
  }

  /** Resolves when `position` has been folded. Throws EventLogUnavailable if the log is out of reach before that. */
  async reached(position: number): Promise<void> {
    while (this.#position < position)
      if (!(await this.#waiting.waitAtMost(position, arrivesWithinMs))) await this.#log.tail();
  }

  /** Like `reached`, but resolves to false after at most `ms` milliseconds. */
  async reachedWithin(position: number, ms: number): Promise<boolean> {
    return position <= this.#position || this.#waiting.waitAtMost(position, ms);
  }

  /** Resolves when everything that was in the log at the call has been folded. */
  async catchUp(): Promise<void> {
    await this.reached(await this.#log.tail());
  }

  /** Folds nothing until `work` has settled, so that the state does not change. Must not be called again before that. */
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
    for (const stored of events) foldedOf(stored, () => this.#fold(stored));
    this.#waiting.reached(this.#position);
    const holds = this.#parts.map((part) => part.settle?.(this.#position)).filter((hold) => hold !== undefined);
    return holds.length > 0 ? Promise.all(holds).then(() => undefined) : undefined;
  }

  #followed(event: Recorded): Followed {
    return follow(this.#state, event, (before) => {
      // Without an event queue nobody can ask for client events (docs/decisions/0014-client-events-while-a-queue-stands.md).
      return event.position > this.#newsAfter && (before?.queues.size ?? 0) > 0;
    });
  }

  #fold(stored: StoredEvent): void {
    const event = decode(stored);
    this.folded += 1;
    if (event === undefined) {
      for (const part of this.#parts) part.skip?.(stored);
    } else {
      const followed = this.#followed(event);
      for (const part of this.#parts) part.see(followed, stored);
    }
    this.#position = stored.position;
  }
}
