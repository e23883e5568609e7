/**
 * Group commit. Appends that arrive while a batch is being flushed wait, and then become the next batch, with one transaction and one flush
 * for all of them. Only one batch is committed at a time, so that each is decided against everything written before it. Truncations wait in
 * the same queue, and so does work that must not overlap with a batch, such as replacing the file. Both run after the appends that were
 * queued before them. Between two of them waiting appends are committed, so that no append waits for thousands of truncations.
 */
import type { AppendResult } from '../../ports/event-log.ts';
import type { Append } from './append-batch.ts';

type WaitingAppend = {
  readonly kind: 'append';
  readonly append: Append;
  readonly answer: (result: AppendResult) => void;
  readonly fail: (error: unknown) => void;
};
/** Removes the events of a log stream before a revision. */
export type Truncation = { readonly stream: string; readonly before: number };
type WaitingTruncation = {
  readonly kind: 'truncation';
  readonly truncation: Truncation;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
};
type Task = WaitingAppend | WaitingTruncation | { readonly kind: 'alone'; readonly run: () => Promise<void> };

const batchAppendsMax = 2000;
const batchBytesMax = 8 * 1024 * 1024;
/** How many truncations share one transaction. Its flush takes about as long as the flush for a single one. */
const truncationsMax = 100;

type AppendQueue = {
  append(append: Append): Promise<AppendResult>;
  truncate(truncation: Truncation): Promise<void>;
  /** Runs `work` while no batch is being committed, after everything that was queued before it. Later appends may run before it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * `commit` resolves once the batch is durable, with the answers in the order of the batch. `truncate` resolves once all truncations are
 * durable.
 */
export const appendQueue = (
  commit: (batch: readonly Append[]) => Promise<readonly AppendResult[]>,
  truncate: (batch: readonly Truncation[]) => Promise<void>,
): AppendQueue => {
  let waiting: Task[] = [];
  let running = false;

  /** Removes from the queue the first appends, as many as fit into one batch. */
  const takeBatch = (): WaitingAppend[] => {
    const batch: WaitingAppend[] = [];
    const left: Task[] = [];
    let bytes = 0;
    for (const task of waiting) {
      const isTaken =
        task.kind === 'append' &&
        batch.length < batchAppendsMax &&
        (batch.length === 0 || bytes + task.append.bytes <= batchBytesMax);
      if (isTaken) batch.push(task);
      else left.push(task);
      // An append that does not fit keeps its place before those after it.
      if (task.kind === 'append') bytes += task.append.bytes;
    }
    waiting = left;
    return batch;
  };

  const commitBatch = async (batch: readonly WaitingAppend[]): Promise<void> => {
    try {
      const results = await commit(batch.map(({ append }) => append));
      for (const [index, result] of results.entries()) batch[index]?.answer(result);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };

  /** Removes from the queue the first truncations, up to work that must be done alone. */
  const takeTruncations = (): WaitingTruncation[] => {
    const end = waiting.findIndex(({ kind }) => kind === 'alone');
    const before = end < 0 ? waiting : waiting.slice(0, end);
    const taken = before.filter((task) => task.kind === 'truncation').slice(0, truncationsMax);
    const set = new Set<Task>(taken);
    waiting = waiting.filter((task) => !set.has(task));
    return taken;
  };

  const truncateBatch = async (batch: readonly WaitingTruncation[]): Promise<void> => {
    try {
      await truncate(batch.map(({ truncation }) => truncation));
      for (const { done } of batch) done();
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };

  const run = async (): Promise<void> => {
    let isAppendsTurn = false;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const batch: readonly WaitingAppend[] = first.kind === 'append' || isAppendsTurn ? takeBatch() : [];
      isAppendsTurn = batch.length === 0;
      if (batch.length > 0) await commitBatch(batch);
      else if (first.kind === 'truncation') await truncateBatch(takeTruncations());
      else if (first.kind === 'alone') {
        waiting = waiting.slice(1);
        await first.run();
      }
    }
    running = false;
  };

  const enqueue = (task: Task): void => {
    waiting.push(task);
    if (running) return;
    running = true;
    // The batch starts in the next turn of the event loop, so that all appends of this turn share one flush.
    setImmediate(() => void run());
  };

  return {
    append: (append) =>
      new Promise((answer, fail) => {
        enqueue({ kind: 'append', append, answer, fail });
      }),
    truncate: (truncation) =>
      new Promise((done, fail) => {
        enqueue({ kind: 'truncation', truncation, done, fail });
      }),
    alone: (work) =>
      new Promise((resolve, reject) => {
        enqueue({ kind: 'alone', run: () => work().then(resolve, reject) });
      }),
  };
};
