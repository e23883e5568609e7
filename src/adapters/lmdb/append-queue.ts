/**
 * Group commit: while a batch is being flushed, appends gather; then they become the next batch, one transaction and one
 * flush for all. There is never more than one batch under way, so each is decided against everything before it. Work
 * that must not overlap with a batch (truncating, swapping the file) takes its turn in the same queue.
 */
import type { AppendResult } from '../../ports/event-log.ts';
import type { Append } from './append-batch.ts';

type WaitingAppend = {
  readonly kind: 'append';
  readonly append: Append;
  readonly answer: (result: AppendResult) => void;
  readonly fail: (error: unknown) => void;
};
type Turn = WaitingAppend | { readonly kind: 'alone'; readonly run: () => Promise<void> };

const batchAppendsMax = 2000;
const batchBytesMax = 8 * 1024 * 1024;

export type AppendQueue = {
  append(append: Append): Promise<AppendResult>;
  /** Runs `work` with no batch under way; later appends wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/** `commit` answers a batch in its order, once it is durable. */
export const appendQueue = (commit: (batch: readonly Append[]) => Promise<readonly AppendResult[]>): AppendQueue => {
  let waiting: Turn[] = [];
  let running = false;

  /** The appends at the head of the queue, as many as fit one batch. */
  const takeBatch = (): WaitingAppend[] => {
    const batch: WaitingAppend[] = [];
    let bytes = 0;
    for (const turn of waiting) {
      if (turn.kind === 'alone' || batch.length === batchAppendsMax) break;
      bytes += turn.append.bytes;
      if (batch.length > 0 && bytes > batchBytesMax) break;
      batch.push(turn);
    }
    waiting = waiting.slice(batch.length);
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

  const run = async (): Promise<void> => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (first.kind === 'alone') {
        waiting = waiting.slice(1);
        await first.run();
      } else {
        await commitBatch(takeBatch());
      }
    }
    running = false;
  };

  const enqueue = (turn: Turn): void => {
    waiting.push(turn);
    if (running) return;
    running = true;
    // Not before the turn of the event loop has ended: what is appended together is flushed together.
    setImmediate(() => void run());
  };

  return {
    append: (append) =>
      new Promise((answer, fail) => {
        enqueue({ kind: 'append', append, answer, fail });
      }),
    alone: (work) =>
      new Promise((resolve, reject) => {
        enqueue({ kind: 'alone', run: () => work().then(resolve, reject) });
      }),
  };
};
