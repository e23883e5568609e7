/**
 * Manages the current client, and knows whether the store answers. After any failed call, the client is disposed of and a new one is made.
 * Nothing else is sent until the store has answered a probe of the new client. A client is not kept after a failure, because
 * - it waits for ever on a connection that was accepted but stays silent;
 * - it remembers for ever that it did not find the leader of a cluster;
 * - it never settles an append whose stream broke while the append was passed to it.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { BACKWARDS, END, type EndPoint, EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import { collect } from './client-reads.ts';
import { withConnectionNumber, withLeader } from './connection-string.ts';
import { detailOf, isDefinite, NoAnswer } from './failures.ts';

type ConnectionOptions = {
  readonly connectionString: string;
  /** How long one answer may take before the client is replaced. */
  readonly answerWithinMs: number;
  /** Called when a probe first fails, and when a probe succeeds after that. */
  readonly onChange: (answers: boolean, detail: string) => void;
  /** Called when the store is back without events that this process has seen. Until the process ends, nothing is sent to it. */
  readonly onReplaced: (error: LogReplaced) => void;
};

/** The store no longer has the events that this process has decided on. Nothing may be appended to it. */
class LogReplaced extends Error {
  override name = 'LogReplaced';

  constructor(newest: number, seen: number) {
    super(
      `EventStoreDB was restored or replaced while the service ran: its newest event is at ${newest}, and one at ${seen} was known. Start the service again: it begins with the log as it is now`,
    );
  }
}

/** Disposing waits for the end of the streams, which a broken connection may prevent. */
const disposeMsMax = 2000;
const pauseMsMin = 25;
const pauseMsMax = 2000;

export const pauseMs = (attempts: number): number => Math.min(pauseMsMin * 2 ** attempts, pauseMsMax);

/**
 * The connections of this process, whose clients are replaced together: the client library keeps the pending appends of all clients in one
 * map. A client that is disposed of, or whose connection breaks, rejects and removes all of them. If an answer arrives for an append that
 * is no longer in the map, the library throws where nobody can catch the error.
 */
const connections = new Set<Connection>();

type InUse = { readonly client: EventStoreDBClient; readonly givenUp: AbortController };

export class Connection {
  readonly #options: ConnectionOptions;
  /** How many clients have got no answer. It numbers the network connections. */
  #silent = 0;
  #inUse: InUse;
  #disposed: Promise<void> = Promise.resolve();
  #recovering: Promise<void> | undefined;
  #downSince: number | undefined;
  #failure = 'not asked yet';
  /** The highest position of an event of this log that was read or appended. The store keeps the newest event of each stream. */
  #seen = 0;
  readonly #closing = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#inUse = this.#connect();
    connections.add(this);
    this.#suspect(this.#failure);
  }

  /** The time since which the store does not answer, in `performance.now()`. Undefined while it answers. */
  get downSince(): number | undefined {
    return this.#downSince;
  }

  get failure(): string {
    return this.#failure;
  }

  saw(position: number): void {
    this.#seen = Math.max(this.#seen, position);
  }

  /** Waits until the store answers. False if it does not answer before `deadline` (in `performance.now()`), or on closing. */
  async answersBefore(deadline: number): Promise<boolean> {
    const { signal } = this.#closing;
    while (this.#recovering !== undefined && !signal.aborted) {
      const left = deadline - performance.now();
      if (left <= 0) {
        // Yields to the event loop, even if a caller asks again and again.
        await nextTurn();
        return false;
      }
      const timer = new AbortController();
      const timeouts = Number.isFinite(left) ? [after(left, undefined, { signal: timer.signal })] : [];
      await Promise.race([this.#recovering, ...timeouts]).finally(() => timer.abort());
    }
    return !signal.aborted;
  }

  /**
   * Settles as `call` does. If it fails with anything but a definite refusal, the client is replaced. `givenUp` is aborted when the client
   * is replaced for any reason, because its streams may not report that.
   */
  async use<T>(call: (client: EventStoreDBClient, givenUp: AbortSignal) => Promise<T>): Promise<T> {
    const inUse = this.#inUse;
    try {
      return await call(inUse.client, inUse.givenUp.signal);
    } catch (error) {
      // An earlier failure of another call may have replaced the client.
      if (!isDefinite(error) && inUse === this.#inUse) {
        this.#giveUp(error);
        this.#giveUpOthers();
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    connections.delete(this);
    this.#giveUpOthers();
    this.#inUse.givenUp.abort();
    await Promise.all([this.#disposed, dispose(this.#inUse.client)]);
  }

  #connect(leader?: EndPoint): InUse {
    const given = this.#options.connectionString;
    const connectionString = leader === undefined ? given : withLeader(given, leader);
    const client = EventStoreDBClient.connectionString(withConnectionNumber(connectionString, this.#silent));
    const givenUp = new AbortController();
    setMaxListeners(0, givenUp.signal);
    return { client, givenUp };
  }

  #giveUp(error: unknown): void {
    this.#replaceClient(error);
    this.#suspect(detailOf(error));
  }

  #giveUpOthers(): void {
    const why = new Error('the client of another log of this process was disposed of');
    for (const connection of connections) if (connection !== this) connection.#giveUp(why);
  }

  #replaceClient(error: unknown): void {
    if (error instanceof NoAnswer) this.#silent += 1;
    const { client, givenUp } = this.#inUse;
    this.#inUse = this.#connect(error instanceof NotLeaderError ? error.leader : undefined);
    givenUp.abort();
    this.#disposed = dispose(client);
  }

  #suspect(failure: string): void {
    if (this.#closing.signal.aborted) return;
    this.#failure = failure;
    if (this.#recovering !== undefined) return;
    this.#downSince = performance.now();
    this.#recovering = this.#recover();
  }

  async #recover(): Promise<void> {
    const { answerWithinMs, onChange, onReplaced } = this.#options;
    const { signal } = this.#closing;
    let isReported = false;
    for (let attempts = 0; !signal.aborted; attempts += 1) {
      // By then the appends of the last client have been rejected, so that no append of this client is rejected with them.
      await this.#disposed;
      const { client, givenUp } = this.#inUse;
      // Events that are seen during the probe may be newer than its answer.
      const seen = this.#seen;
      try {
        const newest = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
        const [resolved] = await collect(client.readAll(newest), answerWithinMs, givenUp.signal);
        const position = resolved ? Number(resolved.event?.position?.commit ?? seen) : 0;
        if (position < seen) throw new LogReplaced(position, seen);
        this.#downSince = undefined;
        this.#recovering = undefined;
        if (isReported) onChange(true, this.#failure);
        return;
      } catch (error) {
        this.#failure = detailOf(error);
        if (!isReported && !signal.aborted) onChange(false, this.#failure);
        isReported = true;
        if (error instanceof LogReplaced) onReplaced(error);
        // The client may have been replaced in the meantime, because of a failure elsewhere.
        if (client === this.#inUse.client) this.#replaceClient(error);
      }
      // The wait is aborted on closing, which ends the loop.
      await after(pauseMs(attempts), undefined, { signal }).catch(() => {});
    }
  }
}

/** Waits for `work`, but at most this long. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  const timeout = after(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, timeout]).finally(() => timer.abort());
};

const dispose = (client: EventStoreDBClient): Promise<void> => within(disposeMsMax, client.dispose());
