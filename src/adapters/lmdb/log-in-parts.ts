/**
 * Processes the log in several threads. Each thread, including the calling one, takes the next free part. The calling thread also yields
 * the results in the order of the log. A log with few parts needs no other thread. If a thread cannot start, the others do its work.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LogFile } from './log-file.ts';
import { type Part, type PartOrder, partWorker } from './log-part.ts';

export type ThreadData = { readonly path: string; readonly order: PartOrder };
export type ThreadAnswer = 'ready' | { readonly values: readonly unknown[] } | { readonly error: string };

/** Positions in a part. */
const partSize = 1_000;
/** The start of a thread takes about as long as the processing of this many parts. */
const partsEach = 10;
const threadsMax = 3;
/**
 * How many parts a thread is given at a time. With two parts it continues while the calling thread is busy and has not read its results.
 */
const partsGivenMax = 2;
/** How many parts may be processed ahead of the results that have been yielded. */
const aheadMax = 16;

type Threads = (parts: number) => number;

/** One thread for each further processor. */
const threadsUsual: Threads = (parts) =>
  Math.min(availableParallelism() - 1, threadsMax, Math.floor(parts / partsEach));

export async function* logInParts(file: LogFile, order: PartOrder, threads = threadsUsual): AsyncGenerator<unknown> {
  const upTo = file.tail();
  const parts = new Parts(upTo);
  const workThrough = await partWorker(file, order);
  const others = Array.from({ length: threads(parts.count) }, () => startThread({ path: file.path, order }, parts));
  try {
    for (let number = 0; number < parts.count; number += 1) {
      while (!parts.isMade(number)) {
        const own = parts.take();
        if (own === undefined) await parts.changed();
        else {
          const values: unknown[] = [];
          for (const value of workThrough(own)) {
            values.push(value);
            await nextTurn();
          }
          parts.put(own, values);
        }
      }
      yield* parts.release(number);
      for (const { resume } of others) resume();
    }
  } finally {
    await Promise.all(others.map(({ stop }) => stop()));
  }
  // Events that were appended in the meantime.
  for (const value of workThrough({ after: upTo, upTo: Number.MAX_SAFE_INTEGER })) {
    yield value;
    await nextTurn();
  }
}

/** The parts that are taken, and the results that have not been yielded yet. */
class Parts {
  readonly count: number;
  readonly #upTo: number;
  readonly #made = new Map<number, readonly unknown[]>();
  #next = 0;
  #released = 0;
  #error: Error | undefined;
  #wake = (): void => undefined;

  constructor(upTo: number) {
    this.#upTo = upTo;
    this.count = Math.ceil(upTo / partSize);
  }

  take(): Part | undefined {
    if (this.#next >= this.count || this.#next >= this.#released + aheadMax) return undefined;
    this.#next += 1;
    return { after: (this.#next - 1) * partSize, upTo: Math.min(this.#next * partSize, this.#upTo) };
  }

  put({ after }: Part, values: readonly unknown[]): void {
    this.#made.set(after / partSize, values);
    this.#wake();
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  /** Resolves when another thread has processed a part. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  isMade(number: number): boolean {
    if (this.#error) throw this.#error;
    return this.#made.has(number);
  }

  release(number: number): readonly unknown[] {
    const values = this.#made.get(number) ?? [];
    this.#made.delete(number);
    this.#released = number + 1;
    return values;
  }
}

function startThread(workerData: ThreadData, parts: Parts) {
  // Almost all memory of a read is soon garbage. With a large young generation, collections are rare and copy little.
  const resourceLimits = { maxYoungGenerationSizeMb: 96 };
  // The thread's file is beside this one: TypeScript in tests and development, JavaScript in dist.
  const entry = new URL(`./log-part-thread${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, { workerData, resourceLimits });
  let isReady = false;
  const given: Part[] = [];
  const resume = (): void => {
    while (isReady && given.length < partsGivenMax) {
      const part = parts.take();
      if (!part) return;
      given.push(part);
      worker.postMessage(part);
    }
  };
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', (answer: ThreadAnswer) => {
    if (answer === 'ready') isReady = true;
    else if ('error' in answer) return parts.fail(new Error(answer.error));
    else {
      // The thread processes its parts in order.
      const made = given.shift();
      if (made) parts.put(made, answer.values);
    }
    resume();
  });
  // A thread that was never ready had no part.
  worker.on('error', (error) => {
    isReady = false;
    if (given.length > 0) parts.fail(error);
  });
  return {
    resume,
    /** Ends the thread, which closes its file itself. */
    async stop(): Promise<void> {
      worker.postMessage('end');
      await ended;
    },
  };
}
