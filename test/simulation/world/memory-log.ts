/**
 * An event log in memory, for simulations. `MemoryLog` is what would be on the disks of a server; `openMemoryLog` is a connection to it,
 * over a link that may be slow and lose answers, and holds to the contract of every event log.
 */
import {
  type AppendResult,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  type LogListener,
  type LogSubscription,
  type NewEvent,
  type StoredEvent,
} from '../../../src/ports/event-log.ts';

const bytesMax = 1024 * 1024;

type Stored = StoredEvent & { readonly json: string };
type Stream = { revision: number; readable: number; readonly events: Stored[] };

export class MemoryLog {
  readonly #streams = new Map<string, Stream>();
  readonly #all: Stored[] = [];
  readonly #listening = new Set<() => void>();
  #tail = 0;

  get tail(): number {
    return this.#tail;
  }

  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): AppendResult {
    const jsons = events.map(({ data, metadata }) => JSON.stringify({ data, metadata }));
    if (jsons.some((json) => Buffer.byteLength(json) > bytesMax)) return { ok: false, reason: 'too-large' };
    const existing = this.#streams.get(stream);
    const actual = existing ? existing.revision : 'none';
    if (actual !== expected)
      return this.#repeated(existing, events, expected) ?? { ok: false, reason: 'conflict', actual };
    const into = existing ?? { revision: -1, readable: 0, events: [] };
    this.#streams.set(stream, into);
    events.forEach(({ id, type }, index) => {
      this.#tail += 7;
      into.revision += 1;
      const { data, metadata } = JSON.parse(jsons[index] ?? '') as Pick<NewEvent, 'data' | 'metadata'>;
      const json = jsons[index] ?? '';
      const stored = { id, type, data, metadata, stream, revision: into.revision, position: this.#tail, json };
      into.events.push(stored);
      this.#all.push(stored);
    });
    for (const listening of this.#listening) listening();
    return { ok: true, revision: into.revision, position: this.#tail };
  }

  /** The result of the same append, if it was made before. */
  #repeated(
    existing: Stream | undefined,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): AppendResult | undefined {
    const from = expected === 'none' ? 0 : expected + 1;
    const found = events.map(({ id }, index) =>
      existing?.events.find((one) => one.revision === from + index && one.id === id),
    );
    const last = found.at(-1);
    return last && found.every((one) => one)
      ? { ok: true, revision: last.revision, position: last.position }
      : undefined;
  }

  readStream(
    stream: string,
    direction: 'forward' | 'backward',
    from: number | undefined,
    limit: number,
  ): StoredEvent[] {
    const { readable = 0, events = [] } = this.#streams.get(stream) ?? {};
    const left = events.filter(({ revision }) => revision >= readable);
    if (direction === 'forward')
      return left
        .filter(({ revision }) => revision >= (from ?? 0))
        .slice(0, limit)
        .map(copy);
    return left
      .reverse()
      .filter(({ revision }) => revision <= (from ?? Number.POSITIVE_INFINITY))
      .slice(0, limit)
      .map(copy);
  }

  /** Events after a position, also truncated ones that were not scrubbed yet. */
  readAll(after: number, to: number, prefixes: readonly string[], limit: number): StoredEvent[] {
    const found: StoredEvent[] = [];
    for (let at = this.#firstAfter(after); at < this.#all.length && found.length < limit; at += 1) {
      const event = this.#all[at] as Stored;
      if (event.position > to) break;
      if (prefixes.length === 0 || prefixes.some((prefix) => event.stream.startsWith(prefix))) found.push(copy(event));
    }
    return found;
  }

  truncate(name: string, before: number): void {
    const stream = this.#streams.get(name);
    if (stream) stream.readable = Math.max(stream.readable, Math.min(before, stream.revision + 1));
  }

  scrub(): void {
    const kept = this.#all.filter((one) => one.revision >= (this.#streams.get(one.stream)?.readable ?? 0));
    this.#all.splice(0, this.#all.length, ...kept);
    for (const stream of this.#streams.values()) {
      const left = stream.events.filter(({ revision }) => revision >= stream.readable);
      stream.events.splice(0, stream.events.length, ...left);
    }
  }

  /** Calls `listener` after each append, until the returned function is called. */
  listen(onChange: () => void): () => void {
    this.#listening.add(onChange);
    return () => this.#listening.delete(onChange);
  }

  #firstAfter(position: number): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#all[middle] as Stored).position > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const copy = ({ json, ...event }: Stored): StoredEvent => ({ ...event, ...(JSON.parse(json) as object) });

/** Between a process and its stores. */
export type Link = {
  /** Sends a call to the store and returns its result. Rejects with `Unreached` if the call did not arrive, and with `Lost` if the answer may be lost. */
  carry<T>(kind: string, perform: () => T): Promise<T>;
  /** Resolves when the store may notify a subscriber of new events. */
  news(): Promise<void>;
};

/** Nobody knows whether the call was performed. */
export class Lost extends Error {
  override name = 'Lost';
}

/** The call was not performed. */
export class Unreached extends Error {
  override name = 'Unreached';
}

export const isOfLink = (error: unknown): error is Error => error instanceof Lost || error instanceof Unreached;

/** A link that takes one turn of the event loop, and loses nothing. */
export const directLink: Link = {
  async carry(_kind, perform) {
    await new Promise(setImmediate);
    return perform();
  },
  news: () => Promise.resolve(),
};

const streamName = /^[\x21-\x7e]{1,500}$/;
const pageSize = 100;

export function openMemoryLog(server: MemoryLog, link: Link): EventLog {
  const subscriptions = new Set<LogSubscription>();
  const appending = new Set<Promise<unknown>>();
  let isClosed = false;
  const ask = async <T>(kind: string, perform: () => T): Promise<T> => {
    if (isClosed) throw new Error('the log is closed');
    return link.carry(kind, perform).catch((error: unknown) => {
      throw isOfLink(error) ? new EventLogUnavailable(`${kind}: ${error.name}`) : error;
    });
  };
  const named = (stream: string): string => {
    if (!streamName.test(stream)) throw new RangeError(`no name of a log stream: ${stream}`);
    return stream;
  };

  /** An append whose answer was lost is repeated with the same ids until it has an answer. */
  async function append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    for (let isInDoubt = false; ; )
      try {
        return await link.carry('append', () => server.append(stream, events, expected));
      } catch (error) {
        if (!isOfLink(error)) throw error;
        isInDoubt ||= error instanceof Lost;
        if (!isInDoubt) return { ok: false, reason: 'unavailable', detail: 'the log is out of reach' };
      }
  }

  const log: EventLog = {
    async append(stream, events, expected) {
      named(stream);
      if (isClosed) throw new Error('the log is closed');
      const appended = append(stream, structuredClone(events), expected);
      appending.add(appended);
      return appended.finally(() => appending.delete(appended));
    },
    readStream: async (stream, { direction = 'forward', from, limit = Number.POSITIVE_INFINITY } = {}) =>
      ask('read', () => server.readStream(named(stream), direction, from, limit)),
    readAll(after, prefixes = []) {
      // The end is the tail at the call, not that at the first read.
      const to = server.tail;
      return (async function* () {
        let from = after;
        for (;;) {
          const page = await ask('read', () => server.readAll(from, to, prefixes, pageSize));
          for (const event of page) {
            if (isClosed) throw new Error('the log is closed');
            yield event;
          }
          if (page.length < pageSize) return;
          from = page.at(-1)?.position ?? from;
        }
      })();
    },
    subscribe(after, prefixes, listener) {
      const subscription = subscribed(server, link, after, prefixes, listener);
      subscriptions.add(subscription);
      return subscription;
    },
    truncate: (stream, before) => ask('truncate', () => server.truncate(named(stream), before)),
    scrub: () => ask('scrub', () => server.scrub()),
    tail: () => ask('tail', () => server.tail),
    async close() {
      isClosed = true;
      await Promise.allSettled(appending);
      for (const subscription of subscriptions) await subscription.stop();
    },
  };
  return log;
}

/** Delivers the events after `after`, then new events as the link delivers them. */
function subscribed(
  server: MemoryLog,
  link: Link,
  after: number,
  prefixes: readonly string[],
  listener: LogListener,
): LogSubscription {
  const end = server.tail;
  let position = after;
  let isCaughtUp = false;
  let isStopped = false;
  let hasNews = true;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (hasNews && !isStopped) {
      hasNews = false;
      await link.news();
      for (;;) {
        const to = server.tail;
        const events = server.readAll(position, to, prefixes, pageSize);
        if (isStopped) return;
        if (events.length > 0) await listener.onEvents(events);
        position = events.length < pageSize ? to : (events.at(-1)?.position ?? to);
        if (events.length < pageSize) break;
      }
      if (!isCaughtUp && position >= end) {
        isCaughtUp = true;
        if (!isStopped) listener.onCaughtUp();
      }
    }
  }
  const wake = (): void => {
    hasNews = true;
    running ??= run().finally(() => {
      running = undefined;
      if (hasNews && !isStopped) wake();
    });
  };
  const stopListening = server.listen(wake);
  wake();
  return {
    async stop() {
      isStopped = true;
      stopListening();
      await running;
    },
  };
}
