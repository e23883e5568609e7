/**
 * Virtual time. Everything that happens in a simulated world is an event with a time and an owner: a process, the users, or the
 * stores. Events run one after the other, each until all that it caused at once has ended; then time jumps to the next one.
 */
import { setImmediate as nextTurn } from 'node:timers';

/** Kept, because a simulation replaces Node's own. */
const realTurn = nextTurn;

/** `stores` and `users` never crash. */
export type Owner = string;

type Event = { at: number; readonly number: number; readonly owner: Owner; readonly run: () => void; over: boolean };
export type Scheduled = { cancel(): void };

export class Scheduler {
  /** A binary heap by time, then by number. */
  readonly #heap: Event[] = [];
  readonly #stalledUntil = new Map<Owner, number>();
  readonly #gone = new Set<Owner>();
  #number = 0;
  /** Milliseconds since the world began. */
  now = 0;
  /** Whose event is running. */
  owner: Owner = 'users';

  get count(): number {
    return this.#number;
  }

  in(ms: number, owner: Owner, run: () => void): Scheduled {
    this.#number += 1;
    const over = this.#gone.has(owner);
    const event: Event = { at: this.now + Math.max(0, ms), number: this.#number, owner, run, over };
    if (!over) this.#push(event);
    return {
      cancel: () => {
        event.over = true;
      },
    };
  }

  /** The process has ended: its pending events are dropped. */
  forget(owner: Owner): void {
    this.#gone.add(owner);
    for (const event of this.#heap) if (event.owner === owner) event.over = true;
    this.#stalledUntil.delete(owner);
  }

  /** Pauses the process, as if the operating system did not schedule it. */
  stall(owner: Owner, ms: number): void {
    this.#stalledUntil.set(owner, this.now + ms);
  }

  /** Runs events until `isDone`. Throws when `ms` have gone by, or when nothing is left to happen. */
  async run(isDone: () => boolean, ms: number, about: string): Promise<void> {
    const end = this.now + ms;
    await turn();
    while (!isDone()) {
      const event = this.#pop();
      if (!event) throw new Error(`nothing is left to happen, while waiting: ${about}`);
      if (event.at > end) throw new Error(`${ms} ms were not enough: ${about}`);
      this.now = Math.max(this.now, event.at);
      this.owner = event.owner;
      event.run();
      await turn();
      this.owner = 'users';
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    heap.push(event);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at] as Event, heap[parent] as Event)) break;
      [heap[at], heap[parent]] = [heap[parent] as Event, heap[at] as Event];
      at = parent;
    }
  }

  #pop(): Event | undefined {
    for (;;) {
      const event = this.#top();
      if (!event) return undefined;
      if (event.over) continue;
      const stalled = this.#stalledUntil.get(event.owner) ?? 0;
      if (stalled <= event.at) return event;
      event.at = stalled;
      this.#push(event);
    }
  }

  #top(): Event | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      for (const child of [left, right])
        if (child < heap.length && isBefore(heap[child] as Event, heap[least] as Event)) least = child;
      if (least === at) return top;
      [heap[at], heap[least]] = [heap[least] as Event, heap[at] as Event];
      at = least;
    }
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number);

/** Resolves when all promises that can settle have settled. Nothing in a world waits for anything outside. Streams of Node need two turns. */
const turn = async (): Promise<void> => {
  for (let turns = 0; turns < 2; turns += 1) await new Promise<void>((resolve) => void realTurn(resolve));
};
