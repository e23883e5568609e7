/**
 * The event log on EventStoreDB (22.10 or later) or KurrentDB, through the gRPC client. What these do differently from
 * what their documentation lets hope is answered here; `docs/` of the operator says what scavenging means.
 *
 * A log stream is a stream of the same name, in a namespace; data and metadata are JSON. Positions are commit positions. Truncated events
 * are gone from their stream at once, and from reads of everything when the node has scavenged.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client';
import { KeyedMutex } from '../../define/mutex.ts';
import { type EventLog, EventLogUnavailable, type LogSubscription, type StoredEvent } from '../../ports/event-log.ts';
import { appendLine } from './append-line.ts';
import { appender } from './appending.ts';
import { availability } from './availability.ts';
import { follow } from './following.ts';
import { namespaceOf } from './namespace.ts';
import { collected } from './pages.ts';
import { readAll, readStream, tailReader } from './reading.ts';
import { scavenge } from './scavenge.ts';
import type { EventStoreNotice, StoreContext, Timings } from './store-context.ts';
import { readyEvent } from './stored-event.ts';
import { truncateStream } from './truncating.ts';

export type EventStoreLogOptions = {
  readonly timings?: Partial<Timings>;
  /** What tells this log from others on the same store; none by default. */
  readonly namespace?: string;
  /** The server's MaxAppendSize: more data than this in one append is refused without asking it. */
  readonly appendBytesMax?: number;
  /** Where `scrub` asks for scavenges, one address a node: `http://user:password@host:2113/admin/scavenge`. None: the nodes do it on their own schedule. */
  readonly scavengeUrls?: readonly string[];
  readonly onNotice?: (notice: EventStoreNotice) => void;
  /** A subscription cannot go on, so that events would be missed: must end the process. */
  readonly onFatal?: (error: Error) => void;
};

const timingsDefault: Timings = {
  unavailableAfterMs: 5_000,
  answerWithinMs: 5_000,
  inDoubtMs: 120_000,
  stallMs: 5_000,
  closeWithinMs: 10_000,
};
const appendBytesMaxDefault = 1024 * 1024;
/** Disposing waits for streams that a broken connection may never end. */
const disposeMsMax = 2000;
const streamName = /^[\x21-\x7e]{1,500}$/;

const endProcess = (error: Error): void => {
  process.stderr.write(`event log: ${error.stack ?? error.message}\n`);
  process.exit(70);
};

/** Waits for it, but no longer than that. */
const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const patience = new AbortController();
  const overtime = after(milliseconds, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([work, overtime]).finally(() => patience.abort());
};

const prefixFilter = (prefixes: readonly string[]): ((event: StoredEvent) => boolean) =>
  prefixes.length === 0 ? () => true : ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix));

/** Does not wait for the store: what is asked while it is out of reach fails as unavailable. */
export const openEventStoreLog = async (
  connectionString: string,
  options: EventStoreLogOptions = {},
): Promise<EventLog> => {
  const { onNotice: notice = () => {}, onFatal = endProcess, scavengeUrls = [] } = options;
  const { appendBytesMax = appendBytesMaxDefault } = options;
  const timings = { ...timingsDefault, ...options.timings };
  const namespace = namespaceOf(options.namespace ?? '');
  const client = EventStoreDBClient.connectionString(connectionString);
  const closed = new AbortController();
  // Whoever waits for something listens to it.
  setMaxListeners(0, closed.signal);
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the event log is closed');
  };
  const assertName = (stream: string): void => {
    const isOwn = namespace.has({ streamId: namespace.nameOf(stream), type: '' });
    if (!isOwn || !streamName.test(stream) || stream.startsWith('$'))
      throw new RangeError(`not a log stream's name: ${stream}`);
  };
  const probe = () => {
    const newest = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true });
    return collected(newest, timings.answerWithinMs);
  };
  const available = availability(probe, (answers, detail) =>
    notice(answers ? { kind: 'available' } : { kind: 'unavailable', detail }),
  );
  const context: StoreContext = {
    client,
    appends: appendLine(client),
    namespace,
    availability: available,
    probe,
    timings,
    notice,
    closed: closed.signal,
    assertOpen,
  };

  const tail = tailReader(context);
  const append = appender(context, tail.position);
  const perStream = new KeyedMutex();
  const pending = new Set<Promise<unknown>>();
  const subscriptions = new Set<LogSubscription>();
  /** Readers of everything that are still asking how far. */
  const readersBegun = new Set<Promise<unknown>>();

  /** Closing waits for it. */
  const finished = async <T>(work: Promise<T>): Promise<T> => {
    pending.add(work);
    try {
      return await work;
    } finally {
      pending.delete(work);
    }
  };

  const close = async (): Promise<void> => {
    await within(timings.closeWithinMs, Promise.allSettled(pending));
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    closed.abort(new Error('the event log is closed'));
    available.close();
    await Promise.allSettled(pending);
    await within(disposeMsMax, client.dispose());
  };

  return {
    async append(stream, events, expected) {
      assertOpen();
      assertName(stream);
      const ready = events.map(readyEvent);
      const bytes = ready.reduce((sum, { dataBytes }) => sum + dataBytes, 0);
      if (bytes > appendBytesMax) return { ok: false, reason: 'too-large' };
      const before = [...readersBegun];
      return finished(
        perStream.run(stream, async () => {
          if (before.length > 0) await Promise.allSettled(before);
          return append({ stream: namespace.nameOf(stream), events: ready, expected });
        }),
      );
    },

    async readStream(stream, { direction = 'forward', from, limit = Number.MAX_SAFE_INTEGER } = {}) {
      assertOpen();
      return finished(
        readStream(context, namespace.nameOf(stream), { backward: direction === 'backward', from, limit }),
      );
    },

    readAll(position, prefixes = []) {
      assertOpen();
      // Asked for now, ahead of later appends: those are not read. Whoever reads is told when it fails.
      const upTo = tail.position().finally(() => readersBegun.delete(upTo));
      readersBegun.add(upTo);
      upTo.catch(() => {});
      return readAll(context, position, upTo, prefixFilter(prefixes));
    },

    subscribe(position, prefixes, listener) {
      assertOpen();
      const onBroken = (error: unknown): void => onFatal(error instanceof Error ? error : new Error(String(error)));
      const following = follow({ context, tail, isWanted: prefixFilter(prefixes), onBroken }, position, listener);
      subscriptions.add(following);
      return {
        stop: () => {
          subscriptions.delete(following);
          return following.stop();
        },
      };
    },

    async truncate(stream, before) {
      assertOpen();
      await finished(
        perStream.run(`$$${stream}`, () => truncateStream(context, append, namespace.nameOf(stream), before)),
      );
    },

    async scrub() {
      assertOpen();
      try {
        await scavenge(scavengeUrls);
      } catch (error) {
        throw new EventLogUnavailable('no scavenge could be asked for', { cause: error });
      }
    },

    async tail() {
      assertOpen();
      return finished(tail.position());
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
};
