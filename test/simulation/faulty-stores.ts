/** Stores that fail on demand, in the ways that the ports allow: unreachable, slow, and repeating an operation. */
import { setTimeout as delay } from 'node:timers/promises';
import { type AppendResult, type EventLog, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { type ReadStore, ReadStoreUnavailable, type ReadView } from '../../src/ports/read-store.ts';
import { numbersFrom } from './chance.ts';

export type Faults = {
  /** The store is unreachable: every call fails. */
  away: boolean;
  /** The number of writes that succeed before the store becomes unreachable. */
  writesLeft: number;
  /** Probabilities, from 0 to 1, that a call fails, takes a few milliseconds, is made twice, or is made and fails all the same (commits only). */
  fails: number;
  slow: number;
  twice: number;
  unanswered: number;
};

const none = { away: false, writesLeft: Number.POSITIVE_INFINITY, fails: 0, slow: 0, twice: 0, unanswered: 0 };

/** Decides what happens to the next call. */
function going(faults: Faults, seed: number) {
  const next = numbersFrom(seed);
  const happens = (of: number): boolean => of > 0 && next() < of;
  return {
    happens,
    /** False if the call must fail. */
    async comes(isWrite = false): Promise<boolean> {
      if (isWrite && faults.writesLeft <= 0) faults.away = true;
      if (happens(faults.slow)) await delay(1 + 20 * next());
      if (faults.away || happens(faults.fails)) return false;
      if (isWrite) faults.writesLeft -= 1;
      return true;
    },
  };
}

export function faultyLog(log: EventLog, seed = 0): { log: EventLog; faults: Faults } {
  const faults: Faults = { ...none };
  const { comes, happens } = going(faults, seed);
  const reached = async <T>(call: () => Promise<T>, isWrite = false): Promise<T> => {
    if (!(await comes(isWrite))) throw new EventLogUnavailable('away, as the test wants it');
    return call();
  };
  const refused: AppendResult = { ok: false, reason: 'unavailable', detail: 'away, as the test wants it' };
  const faulty: EventLog = {
    async append(stream, events, expected) {
      if (!(await comes(true))) return refused;
      const result = await log.append(stream, events, expected);
      // The same append again, as after a lost answer.
      return result.ok && happens(faults.twice) ? log.append(stream, events, expected) : result;
    },
    readStream: (stream, options) => reached(() => log.readStream(stream, options)),
    async *readAll(after, prefixes) {
      await reached(async () => undefined);
      yield* log.readAll(after, prefixes);
    },
    subscribe: (after, prefixes, listener) => log.subscribe(after, prefixes, listener),
    truncate: (stream, before) => reached(() => log.truncate(stream, before), true),
    scrub: () => reached(() => log.scrub()),
    tail: () => reached(() => log.tail()),
    close: () => log.close(),
  };
  return { log: faulty, faults };
}

export function faultyStore(store: ReadStore, seed = 0): { store: ReadStore; faults: Faults } {
  const faults: Faults = { ...none };
  const { comes, happens } = going(faults, seed);
  const away = (): Error => new ReadStoreUnavailable('away, as the test wants it');
  const reached = async <T>(call: () => Promise<T>, isWrite = false): Promise<T> => {
    if (!(await comes(isWrite))) throw away();
    return call();
  };
  const faulty: ReadStore = {
    open: (models) => reached(() => store.open(models)),
    checkpoint: () => reached(() => store.checkpoint()),
    snapshot: (body) => reached(() => store.snapshot((view) => body(faultyView(view)))),
    takeLease: (holder, ttlMs) => reached(() => store.takeLease(holder, ttlMs)),
    async commit(writes, checkpoint, lease) {
      await reached(() => store.commit(writes, checkpoint, lease), true);
      if (happens(faults.twice)) await store.commit(writes, checkpoint, lease);
      if (happens(faults.unanswered)) throw away();
    },
    reset: (lease) => reached(() => store.reset(lease), true),
    openReplacement: (lease) => reached(() => store.openReplacement(lease), true),
    exchange: (lease) => reached(() => store.exchange(lease), true),
    onCheckpoint: (listener) => store.onCheckpoint(listener),
    scrub: () => reached(() => store.scrub()),
    close: () => store.close(),
  };

  /** A read view that may fail during its reads. */
  const faultyView = (view: ReadView): ReadView => ({
    checkpoint: view.checkpoint,
    get: (model, id) => reached(() => view.get(model, id)),
    getMany: (model, ids) => reached(() => view.getMany(model, ids)),
    scan: (model, index, range) => reached(() => view.scan(model, index, range)),
    scanKeys: (model, index, range) => reached(() => view.scanKeys(model, index, range)),
    count: (model, index, range) => reached(() => view.count(model, index, range)),
    everything: (model, after, limit) => reached(() => view.everything(model, after, limit)),
  });
  return { store: faulty, faults };
}
