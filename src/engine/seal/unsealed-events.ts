/**
 * The recorded events of one organization that are in no sealed batch yet, in the order of the log. They follow from the log alone: an
 * event is added when it is followed, and removed when a batch names it. So a start finds what the last process left.
 */

export type UnsealedEvent = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  /** When the event was followed, on this process's clock. Absent for events from before the start. */
  readonly seenAt?: number;
  /** The hash of its leaf, in base64. Absent if it has not been hashed; then the event is read from the log. */
  readonly hash?: string;
};

/** The part that a snapshot keeps. */
export type UnsealedMemory = {
  readonly events: readonly UnsealedEvent[];
  readonly heldUpTo: number | undefined;
  readonly ahead: ReadonlySet<string>;
};

/** At most this many events are held while nothing can be sealed. Later ones are read from the log when sealing is possible again. */
const heldMaxUsual = 50_000;

export class UnsealedEvents {
  readonly #heldMax: number;
  #events: UnsealedEvent[] = [];
  /** Recorded events after this position are not held. Undefined if all are held. */
  #heldUpTo: number | undefined;
  /** The ids of sealed events that are not held yet. */
  #ahead = new Set<string>();

  constructor(heldMax = heldMaxUsual) {
    this.#heldMax = heldMax;
  }

  static from({ events, heldUpTo, ahead }: UnsealedMemory, heldMax?: number): UnsealedEvents {
    const made = new UnsealedEvents(heldMax);
    made.#events = [...events];
    made.#heldUpTo = heldUpTo;
    made.#ahead = new Set(ahead);
    return made;
  }

  get count(): number {
    return this.#events.length;
  }

  get first(): UnsealedEvent | undefined {
    return this.#events[0];
  }

  /** The position from which further events must be read from the log. Undefined if all are held. */
  get heldUpTo(): number | undefined {
    return this.#heldUpTo;
  }

  /** Whether every recorded event up to `position` is sealed. `position` must have been followed. */
  isSealedUpTo(position: number): boolean {
    const first = this.#events[0];
    return (first === undefined || first.position > position) && (this.#heldUpTo ?? position) >= position;
  }

  next(count: number): readonly UnsealedEvent[] {
    return this.#events.slice(0, count);
  }

  /** Adds the next recorded event of the log. */
  add(event: UnsealedEvent): void {
    if (this.#heldUpTo === undefined) this.#hold(event);
  }

  /** Adds an event that was read from the log after `heldUpTo`. False if no more can be held. */
  addRead(event: UnsealedEvent): boolean {
    this.#heldUpTo = undefined;
    this.#hold(event);
    const isHeld: boolean = this.#heldUpTo === undefined;
    this.#heldUpTo ??= event.position;
    return isHeld;
  }

  /** The log was read up to `position`, so that everything up to there is held. `isAll`: nothing was followed since. */
  wasReadUpTo(position: number, isAll: boolean): void {
    this.#heldUpTo = isAll ? undefined : position;
  }

  #hold(event: UnsealedEvent): void {
    if (this.#ahead.delete(event.id)) return;
    const last = this.#events.at(-1);
    if (last && this.#events.length >= this.#heldMax) {
      this.#heldUpTo = last.position;
      return;
    }
    this.#events.push(event);
  }

  /**
   * Removes the events that a batch has sealed. Returns an event that the batch passed over: it is unsealed, and comes before a sealed one
   * in the log. Sealed events that are not held have been erased since, or are not held yet.
   */
  sealed(ids: readonly string[]): UnsealedEvent | undefined {
    // Usually a batch names the events that have waited for longest, in their order.
    let taken = 0;
    while (taken < ids.length && this.#events[taken]?.id === ids[taken]) taken += 1;
    this.#events.splice(0, taken);
    if (taken === ids.length) return undefined;
    const named = new Set(ids.slice(taken));
    taken = 0;
    while (taken < this.#events.length && named.delete(this.#events[taken]?.id ?? '')) taken += 1;
    this.#events.splice(0, taken);
    if (named.size === 0) return undefined;
    const passedOver = this.#events[0];
    const rest = this.#events.filter(({ id }) => !named.delete(id));
    const isDisordered = rest.length < this.#events.length;
    this.#events = rest;
    if (this.#heldUpTo !== undefined) for (const id of named) this.#ahead.add(id);
    return isDisordered ? passedOver : undefined;
  }

  /** Removes events that are no longer in the log, so that nobody can seal them. */
  drop(ids: ReadonlySet<string>): void {
    this.#events = this.#events.filter(({ id }) => !ids.has(id));
  }

  memory(): UnsealedMemory {
    return {
      events: this.#events.map(({ id, stream, revision, position }) => ({ id, stream, revision, position })),
      heldUpTo: this.#heldUpTo,
      ahead: new Set(this.#ahead),
    };
  }
}
