/**
 * The event log on EventStoreDB (22.10 or later) or KurrentDB, through the public functions of its client (docs/decisions/0013).
 *
 * A log stream is a stream of the same name, in a namespace. Data and metadata are JSON. Positions are commit positions. Truncated events
 * disappear from their stream at once. They disappear from reads of the whole log when the node has scavenged (docs/operations.md).
 */
import { setMaxListeners } from 'node:events';
import { KeyedMutex } from '../../define/mutex.ts';
import { during } from '../../define/under-way.ts';
import {
  assertStreamName,
  type EventLog,
  EventLogUnavailable,
  endProcess,
  type LogSubscription,
  type StoredEvent,
} from '../../ports/event-log.ts';
import { limits } from '../../vocabulary/limits.ts';
import { AppendWindow } from './append-window.ts';
import { appender } from './appending.ts';
import { Connection, within } from './connection.ts';
import { assertConnectionString } from './connection-string.ts';
import { detailOf } from './failures.ts';
import { namespaceOf } from './namespace.ts';
import { readAll, readStream } from './reading.ts';
import { scavenge } from './scavenge.ts';
import type { EventStoreNotice, StoreContext, Timings } from './store-context.ts';
import { prepareEvent } from './stored-event.ts';
import { subscribe } from './subscription.ts';
import { tailReader } from './tail.ts';
import { truncateStream } from './truncating.ts';

export type EventStoreLogOptions = {
  readonly timings?: Partial<Timings>;
  /** Distinguishes this log from others on the same store; empty by default. */
  readonly namespace?: string;
  /** The server's MaxAppendSize. An append with more data is refused without asking the server. */
  readonly appendBytesMax?: number;
  /**
   * The addresses at which `scrub` requests scavenges, one for each node: `http://user:password@host:2113/admin/scavenge`. Absent: the
   * nodes scavenge on their own schedule.
   */
  readonly scavengeUrls?: readonly string[];
  readonly onNotice?: (notice: EventStoreNotice) => void;
  /** Called when the log was replaced, or a subscription would miss events. The function must end the process. */
  readonly onFatal?: (error: Error) => void;
};

const timingsDefault: Timings = {
  unavailableAfterMs: 5_000,
  answerWithinMs: 5_000,
  inDoubtMs: 120_000,
  stallMs: 5_000,
  appendsWaitMsMax: 20,
  closeWithinMs: 10_000,
};

const prefixFilter = (prefixes: readonly string[]): ((event: StoredEvent) => boolean) =>
  prefixes.length === 0 ? () => true : ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix));

/** Does not wait for the store. While the store is out of reach, requests fail as unavailable. */
export const openEventStoreLog = async (
  connectionString: string,
  options: EventStoreLogOptions = {},
): Promise<EventLog> => {
  assertConnectionString(connectionString);
  const { onNotice: notice = () => {}, onFatal = endProcess, scavengeUrls = [] } = options;
  const { appendBytesMax = limits.eventBytesMax } = options;
  const timings = { ...timingsDefault, ...options.timings };
  const namespace = namespaceOf(options.namespace ?? '');
  const closed = new AbortController();
  // Every wait adds a listener to the signal.
  setMaxListeners(0, closed.signal);
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the event log is closed');
  };
  const assertName = (stream: string): void => {
    assertStreamName(stream);
    const isOwn = namespace.has({ streamId: namespace.nameOf(stream), type: '' });
    if (!isOwn || stream.startsWith('$')) throw new RangeError(`not a log stream's name: ${stream}`);
  };
  const connection = new Connection({
    connectionString,
    answerWithinMs: timings.answerWithinMs,
    onChange: (answers, detail) => notice(answers ? { kind: 'available' } : { kind: 'unavailable', detail }),
    onReplaced: onFatal,
  });
  const context: StoreContext = {
    connection,
    window: new AppendWindow(),
    namespace,
    timings,
    notice,
    closed: closed.signal,
    assertOpen,
  };

  const tail = tailReader(context);
  const append = appender(context, tail.position);
  const perStream = new KeyedMutex();
  /** What closing waits for. */
  const pending = new Set<Promise<unknown>>();
  const subscriptions = new Set<LogSubscription>();
  /** Reads of the whole log whose end is not known yet. */
  const readersBegun = new Set<Promise<unknown>>();

  const close = async (): Promise<void> => {
    for (let left = Number.POSITIVE_INFINITY; pending.size > 0 && pending.size < left; ) {
      left = pending.size;
      await within(timings.closeWithinMs, Promise.allSettled(pending));
    }
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    closed.abort(new Error('the event log is closed'));
    await Promise.all([connection.close(), Promise.allSettled(pending)]);
  };

  return {
    async append(stream, events, expected) {
      assertOpen();
      assertName(stream);
      const prepared = events.map(prepareEvent);
      const bytes = prepared.reduce((sum, { dataBytes }) => sum + dataBytes, 0);
      if (bytes > appendBytesMax) return { ok: false, reason: 'too-large' };
      const before = [...readersBegun];
      return during(
        pending,
        perStream.run(stream, async () => {
          if (before.length > 0) await Promise.allSettled(before);
          return append({ stream: namespace.nameOf(stream), events: prepared, expected });
        }),
      );
    },

    async readStream(stream, { direction = 'forward', from, limit = Number.MAX_SAFE_INTEGER } = {}) {
      assertOpen();
      return during(
        pending,
        readStream(context, namespace.nameOf(stream), { backward: direction === 'backward', from, limit }),
      );
    },

    readAll(position, prefixes = []) {
      assertOpen();
      // The end of the read is requested now, and later appends wait for the answer, so that the read does not include them. A failure is
      // thrown to the reader.
      const upTo = during(readersBegun, tail.position(position));
      upTo.catch(() => {});
      return readAll(context, position, upTo, prefixFilter(prefixes));
    },

    subscribe(position, prefixes, listener) {
      assertOpen();
      const onBroken = (error: unknown): void => onFatal(error instanceof Error ? error : new Error(String(error)));
      const subscription = subscribe({ context, tail, isWanted: prefixFilter(prefixes), onBroken }, position, listener);
      subscriptions.add(subscription);
      return {
        stop: () => {
          subscriptions.delete(subscription);
          return subscription.stop();
        },
      };
    },

    async truncate(stream, before) {
      assertOpen();
      await during(
        pending,
        perStream.run(`$$${stream}`, () => truncateStream(context, append, namespace.nameOf(stream), before)),
      );
    },

    async scrub() {
      assertOpen();
      try {
        await scavenge(scavengeUrls);
      } catch (error) {
        throw new EventLogUnavailable(`no scavenge was begun: ${detailOf(error)}`, { cause: error });
      }
    },

    async tail() {
      assertOpen();
      return during(pending, tail.position());
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
};
