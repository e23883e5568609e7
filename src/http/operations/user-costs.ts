/**
 * The users who cost most, one minute at a time. It keeps a fixed number of counters, however many users there are (the space-saving
 * algorithm). A user without a counter takes over the smallest one; the cost that it had counted before is not shown as the user's own.
 * Every user who causes more than one part in `slotCount` of all costs has a counter.
 */
import type { RealmId, UserId } from '../../vocabulary/ids.ts';

/** The costs of one user in a minute. */
export type UserCost = {
  readonly realm: RealmId;
  readonly user: UserId;
  readonly requests: number;
  /** The bytes of bodies and the characters of answers. */
  readonly received: number;
  readonly answered: number;
  /** The time from the arrival of requests to their answers. The waiting of polls is not counted. */
  readonly ms: number;
};

const slotCount = 64;
const shownMax = 5;
const windowMs = 60_000;
/** A request counts as one unit, and so does a millisecond, or this many bytes. */
const bytesPerUnit = 16 * 1024;

/** A counter. `inherited`: the part of the cost that was counted before this user took it over. */
type Slot = {
  readonly realm: RealmId;
  readonly user: UserId;
  readonly inherited: number;
  cost: number;
  requests: number;
  received: number;
  answered: number;
  ms: number;
};

/** Ids are counted from 1, far below these powers of two. */
const keyOf = (realm: number, user: number): number => realm * 2 ** 26 + user;

export class UserCosts {
  readonly #slots = new Map<number, Slot>();
  #endsAt = Number.NEGATIVE_INFINITY;
  #last: readonly UserCost[] = [];
  #report: (users: readonly UserCost[]) => void = () => undefined;

  /** `report` gets the top users of each minute in which there was a request, after the minute has ended. */
  reportTo(report: (users: readonly UserCost[]) => void): void {
    this.#report = report;
  }

  /** `now`: milliseconds of a clock that never goes back. */
  add(realm: RealmId, user: UserId, now: number, ms: number, received: number, answered: number): void {
    this.#rotate(now);
    const slot = this.#slotFor(realm, user);
    slot.cost += 1 + ms + (received + answered) / bytesPerUnit;
    slot.requests += 1;
    slot.received += received;
    slot.answered += answered;
    slot.ms += ms;
  }

  /** The top users of the last whole minute, the highest cost first. */
  lastMinute(now: number): readonly UserCost[] {
    this.#rotate(now);
    return this.#last;
  }

  /** Begins a new minute if the current one has ended. */
  #rotate(now: number): void {
    if (now < this.#endsAt) return;
    const top = this.#top();
    // After a pause the minute before this one had no requests.
    this.#last = now < this.#endsAt + windowMs ? top : [];
    this.#endsAt = now + windowMs;
    this.#slots.clear();
    if (top.length > 0) this.#report(top);
  }

  #slotFor(realm: RealmId, user: UserId): Slot {
    const key = keyOf(realm, user);
    const own = this.#slots.get(key);
    if (own) return own;
    const inherited = this.#slots.size < slotCount ? 0 : this.#removeSmallest();
    const slot = { realm, user, inherited, cost: inherited, requests: 0, received: 0, answered: 0, ms: 0 };
    this.#slots.set(key, slot);
    return slot;
  }

  /** Removes the smallest counter, and returns its cost. */
  #removeSmallest(): number {
    let smallest: Slot | undefined;
    for (const slot of this.#slots.values()) if (!smallest || slot.cost < smallest.cost) smallest = slot;
    if (!smallest) return 0;
    this.#slots.delete(keyOf(smallest.realm, smallest.user));
    return smallest.cost;
  }

  #top(): readonly UserCost[] {
    return [...this.#slots.values()]
      .sort((a, b) => b.cost - b.inherited - (a.cost - a.inherited))
      .slice(0, shownMax)
      .map(({ realm, user, requests, received, answered, ms }) => ({
        realm,
        user,
        requests,
        received,
        answered,
        ms: Math.round(ms),
      }));
  }
}
