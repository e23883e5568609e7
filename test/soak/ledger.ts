/**
 * Checks the answers and events of ordinary users: an acknowledged message must be listed with its content, and the event queue of each user
 * who may see it must deliver it once, in the order of ids.
 */
export type SentMessage = { readonly id: number; readonly content: string; readonly audience: readonly number[] };

/** `until`: when an edit that replaced it was acknowledged. */
type Content = { readonly text: string; readonly until: number };

/** One user's deliveries. */
class Deliveries {
  /** Acknowledged and not delivered yet → when it was acknowledged. */
  readonly expected = new Map<number, number>();
  /** Delivered and not acknowledged yet, because the answer to the sender is under way or was lost → when. */
  readonly early = new Map<number, number>();
  last = 0;
  /** Messages up to this id may come a second time, from the user's next queue. */
  repeatedUpTo = 0;
}

export class Ledger {
  readonly faults: string[] = [];
  acknowledged = 0;
  delivered = 0;
  readonly #users = new Map<number, Deliveries>();
  /** The place of a message → its messages → every content that it may have, or had. */
  readonly #places = new Map<string, Map<number, Content[]>>();

  fault(what: string): void {
    this.faults.push(what);
  }

  /** `now` and all other times are milliseconds of one steady clock. */
  acknowledge(place: string, { id, content, audience }: SentMessage, now: number): void {
    this.acknowledged += 1;
    const there = this.#places.get(place) ?? new Map<number, Content[]>();
    this.#places.set(place, there);
    if (there.has(id)) this.fault(`message ${id} was acknowledged twice`);
    there.set(id, [{ text: content, until: Number.POSITIVE_INFINITY }]);
    for (const userId of audience) {
      const user = this.#of(userId);
      if (!user.early.delete(id)) user.expected.set(id, now);
    }
  }

  /** Called before the edit is sent: until it is answered, both contents are right. */
  mayBecome(place: string, id: number, content: string): void {
    this.#places.get(place)?.get(id)?.push({ text: content, until: Number.POSITIVE_INFINITY });
  }

  /** The edit was acknowledged: from now on only the last content is right. */
  became(place: string, id: number, content: string, now: number): void {
    const before = this.#places.get(place)?.get(id) ?? [];
    const replaced = before.map(({ text, until }) => ({
      text,
      until: text === content ? until : Math.min(until, now),
    }));
    this.#places.get(place)?.set(id, replaced);
  }

  /** A message of a place that is watched was delivered. */
  deliver(userId: number, id: number, now: number): void {
    const user = this.#of(userId);
    if (id <= user.last) {
      if (id > user.repeatedUpTo) this.fault(`user ${userId} got message ${id} after message ${user.last}`);
      return;
    }
    user.last = id;
    this.delivered += 1;
    if (!user.expected.delete(id)) user.early.set(id, now);
  }

  /** The user has registered another queue, and the one before was read to its end. */
  changedQueue(userId: number): void {
    const user = this.#of(userId);
    user.repeatedUpTo = user.last;
  }

  /** How many acknowledged messages are still to be delivered. */
  get owed(): number {
    return [...this.#users.values()].reduce((sum, { expected }) => sum + expected.size, 0);
  }

  /** Everything that was acknowledged before `then` must have been delivered. */
  settle(then: number): void {
    for (const [userId, { expected, early }] of this.#users) {
      for (const [id, at] of expected)
        if (at < then) {
          this.fault(`user ${userId} did not get message ${id}`);
          expected.delete(id);
        }
      // Their senders got no answer, so nothing was promised.
      for (const [id, at] of early) if (at < then) early.delete(id);
    }
  }

  get places(): string[] {
    return [...this.#places.keys()];
  }

  /**
   * Compares a whole listing of a place, oldest first, that was asked for at `asked`, with what was acknowledged there up to the newest
   * message listed.
   */
  compare(
    place: string,
    listed: readonly { readonly id: number; readonly content: string }[],
    since: number,
    asked: number,
  ): void {
    const found = new Map(listed.map(({ id, content }) => [id, content]));
    if (found.size !== listed.length) this.fault(`${place}: a message is listed twice`);
    listed.forEach(({ id }, at) => {
      if (at > 0 && id <= (listed[at - 1]?.id ?? 0)) this.fault(`${place}: message ${id} is listed out of order`);
    });
    for (const [id, contents] of this.#places.get(place) ?? []) {
      if (id < since || id > (listed.at(-1)?.id ?? Number.POSITIVE_INFINITY)) continue;
      const content = found.get(id);
      if (content === undefined) this.fault(`${place}: acknowledged message ${id} is not listed`);
      else if (!contents.some(({ text, until }) => text === content && until >= asked))
        this.fault(`${place}: message ${id} is listed with another content`);
    }
  }

  /** The newest acknowledged message of a place; 0 without one. */
  newest(place: string): number {
    return Math.max(0, ...[...(this.#places.get(place)?.keys() ?? [])].slice(-50));
  }

  #of(userId: number): Deliveries {
    const user = this.#users.get(userId) ?? new Deliveries();
    this.#users.set(userId, user);
    return user;
  }
}
