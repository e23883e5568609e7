/**
 * The recorded events of one organization that no sealed batch has yet, in the order of the log. It follows from the log alone: an event
 * is added when it is seen and goes when a batch names it, so that a start finds what the last process left.
 */

export type UnsealedEvent = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  /** Of this process's clock, when it was seen here; absent after a start. */
  readonly seenAt?: number;
  /** Of its leaf, in base64; absent where it has not been hashed: then it is read from the log. */
  readonly hash?: string;
};

/** What a snapshot keeps. */
export type UnsealedMemory = {
  readonly events: readonly UnsealedEvent[];
  readonly heldUpTo: number | undefined;
  readonly ahead: ReadonlySet<string>;
};

/** This many are held while nothing can be sealed. Later ones are read from the log when it can be. */
const heldMax = 50_000;

export class UnsealedEvents {
  #events: UnsealedEvent[] = [];
  /** Recorded events after this position are not held here; undefined: all are. */
  #heldUpTo: number | undefined;
  /** Sealed events that are not held yet. */
  #ahead = new Set<string>();

  static from({ events, heldUpTo, ahead }: UnsealedMemory): UnsealedEvents {
    const made = new UnsealedEvents();
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

  /** The position from which the log must be read for further ones; undefined: all are held. */
  get heldUpTo(): number | undefined {
    return this.#heldUpTo;
  }

  /** Whether every recorded event up to `position`, which has been followed, is sealed. */
  isSealedUpTo(position: number): boolean {
    const first = this.#events[0];
    return (first === undefined || first.position > position) && (this.#heldUpTo ?? position) >= position;
  }

  next(count: number): readonly UnsealedEvent[] {
    return this.#events.slice(0, count);
  }

  /** The next recorded event of the log. */
  add(event: UnsealedEvent): void {
    if (this.#heldUpTo === undefined) this.#hold(event);
  }

  /** An event that is read from the log after `heldUpTo`. False: no more can be held. */
  addRead(event: UnsealedEvent): boolean {
    this.#heldUpTo = undefined;
    this.#hold(event);
    const isHeld: boolean = this.#heldUpTo === undefined;
    this.#heldUpTo ??= event.position;
    return isHeld;
  }

  /** The log was read up to `position`: everything up to there is held. `isAll`: and nothing was followed since. */
  wasReadUpTo(position: number, isAll: boolean): void {
    this.#heldUpTo = isAll ? undefined : position;
  }

  #hold(event: UnsealedEvent): void {
    if (this.#ahead.delete(event.id)) return;
    const last = this.#events.at(-1);
    if (last && this.#events.length >= heldMax) {
      this.#heldUpTo = last.position;
      return;
    }
    this.#events.push(event);
  }

  /**
   * Removes the events that a batch has sealed. Returns an event that the batch passed over: it comes before one of them in the log, and is
   * not sealed. Sealed events that are not held here have been erased since, or are not held yet.
   */
  sealed(ids: readonly string[]): UnsealedEvent | undefined {
    // Mostly these are the ones that have waited for longest, in their order.
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

  /** Events that the log does not have any more, and that nobody can seal. */
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
