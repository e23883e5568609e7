/**
 * An optimisation: batches of read models are written in a worker thread. Opening, emptying and copying a file stay in the main thread;
 * they never overlap with a batch.
 *
 * What it gives: most of the work of a projection is to compute index entries and to write them to LMDB. In the worker thread that work
 * does not block the event loop that serves requests.
 *
 * While a batch is committed, the thread prepares the next one: it compares the documents and computes the index entries. A rebuild takes
 * 0.83 of the time that it takes without preparation. Preparation consists of `prepare` here and in the port, `Next`, and `beingCommitted` in
 * read-file.ts.
 *
 * What it costs: this file, read-writer-work.ts, `packer` in serialized-write.ts and the two steps in read-changes.ts; a second thread with
 * its own heap; and the copy of each batch between the threads. To remove it: delete the two files and `packer`, call
 * `current.file.write(writes.map(serialized), checkpoint)` in the `commit` of read-store.ts, and remove `writer`, `prepare` and the option
 * `thread` there. The file format does not change.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Checkpoint, DocumentRefused, ReadStoreUnavailable, type Write } from '../../ports/read-store.ts';
import type { Pace } from './postings/pace.ts';
import type { ModelDefinition, ReadFile } from './read-file.ts';
import { type Packed, type Packer, packer, type SerializedWrite, serialized } from './serialized-write.ts';

type FileToUse = {
  readonly path: string;
  readonly over: string | undefined;
  readonly pace: Pace;
  readonly definitions: readonly ModelDefinition[];
};
export type WriterTask =
  | { readonly kind: 'use'; readonly file: FileToUse | undefined }
  /** The batch that will be written next. This task has no answer. */
  | { readonly kind: 'prepare'; readonly number: number; readonly writes: Packed }
  /** A batch, or the number of a prepared batch. */
  | { readonly kind: 'write'; readonly batch: Packed | number; readonly checkpoint: Checkpoint | undefined };
export type WriterAnswer =
  | { readonly ok: true }
  /** `refused`: the document that can never be written. `isOfStore`: whether the store is the cause, and not the batch. */
  | {
      readonly ok: false;
      readonly error: string;
      readonly isOfStore?: boolean;
      readonly refused?: { readonly model: string; readonly id: string };
    };

/** The thread is started after this many writes. For fewer writes, the start costs more than it saves. */
const writesBeforeThread = 2_000;

/** The thread is also started for a batch whose documents have more characters, because indexing their words would block the event loop. */
const lengthBeforeThread = 200_000;

/** `when it pays`: after a number of writes, or for a long batch. `always`: even the first batch waits for the thread, for tests. */
export type WhenThreaded = 'when it pays' | 'always';

export type ReadWriter = {
  /** Calls must not overlap. */
  write(file: ReadFile, writes: readonly Write[], checkpoint: Checkpoint | undefined): Promise<void>;
  /** Announces the writes of the next `write`, while another batch is being written. */
  prepare(file: ReadFile, writes: readonly Write[]): void;
  /** Makes the thread close its file, before the store is closed or uses another file. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The batch that will be written next. The thread prepares it on top of the batch that it is committing. It is dropped if that commit
 * fails, or if something else is written.
 */
type Next = { readonly writes: readonly Write[]; readonly number: number; isDropped: boolean; sent: Promise<void> };

export const readWriter = (definitions: () => readonly ModelDefinition[], when: WhenThreaded): ReadWriter => {
  let written = 0;
  let thread: ReturnType<typeof startThread> | undefined;
  /** The file that the thread has open. */
  let using: ReadFile | undefined;
  let pack: Packer['pack'] = async () => [];
  let next: Next | undefined;
  let numbers = 0;
  /** Resolves when the thread has received the batch that is being written, or will not receive it. Undefined if none is being written. */
  let given: Promise<void> | undefined;

  const drop = (): void => {
    if (next) next.isDropped = true;
    next = undefined;
  };

  const leave = async (): Promise<void> => {
    if (!using) return;
    drop();
    using = undefined;
    if (thread?.isReady()) await thread.ask({ kind: 'use', file: undefined });
  };

  const writeThere = async (
    to: ReturnType<typeof startThread>,
    writes: readonly Write[],
    checkpoint: Checkpoint | undefined,
  ): Promise<void> => {
    const prepared = next?.writes === writes ? next : undefined;
    if (!prepared) drop();
    next = undefined;
    let give = (): void => undefined;
    given = new Promise((resolve) => {
      give = resolve;
    });
    try {
      await prepared?.sent;
      const batch = prepared?.number ?? (await pack(writes));
      const answered = to.ask({ kind: 'write', batch, checkpoint });
      give();
      await answered;
    } catch (error) {
      drop();
      throw error;
    } finally {
      give();
      given = undefined;
    }
  };

  return {
    async write(file, writes, checkpoint) {
      written += writes.length;
      if (when === 'always' || written >= writesBeforeThread) thread ??= startThread();
      // A large batch would block the event loop. It waits for the thread, even if it is the first batch.
      if (when === 'always' || writes.length >= writesBeforeThread) await thread?.started;
      // This thread writes batches until the worker has started, and after the worker has failed.
      if (!thread?.isReady()) {
        const texts = writes.map(serialized);
        if (lengthOf(texts) >= lengthBeforeThread) {
          thread ??= startThread();
          await thread.started;
        }
        if (!thread?.isReady()) return file.write(texts, checkpoint);
      }
      if (using !== file) {
        await leave();
        await thread.ask({
          kind: 'use',
          file: { path: file.path, over: file.over, pace: file.pace, definitions: definitions() },
        });
        using = file;
        pack = packer(definitions()).pack;
      }
      await writeThere(thread, writes, checkpoint);
      file.refresh();
    },
    prepare(file, writes) {
      const [to, before] = [thread, given];
      drop();
      if (using !== file || !to || !before) return;
      numbers += 1;
      const number = numbers;
      const mine: Next = { writes, number, isDropped: false, sent: Promise.resolve() };
      next = mine;
      mine.sent = before
        .then(() => pack(writes))
        .then((packed) => {
          if (!mine.isDropped) to.tell({ kind: 'prepare', number, writes: packed });
        });
      // `write` reports the failure.
      mine.sent.catch(() => undefined);
    },
    leave,
    async close() {
      await leave();
      await thread?.stop();
    },
  };
};

const lengthOf = (writes: readonly SerializedWrite[]): number =>
  writes.reduce((length, { text }) => length + (text?.length ?? 0), 0);

type Asked = { readonly resolve: () => void; readonly reject: (error: Error) => void };

function startThread() {
  // Almost all memory of a batch is garbage after it. With a large young generation, collections are rare and copy little.
  const resourceLimits = { maxYoungGenerationSizeMb: 96 };
  // The worker's file is beside this one: TypeScript in tests and development, JavaScript in dist.
  const entry = new URL(`./read-writer-work${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, { resourceLimits });
  worker.unref();
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  let asked: Asked | undefined;
  let settle = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    settle = resolve;
  });
  worker.on('message', (answer: WriterAnswer | 'ready') => {
    if (answer === 'ready') {
      state = 'ready';
      settle();
      return;
    }
    const { resolve, reject } = asked ?? {};
    asked = undefined;
    worker.unref();
    if (answer.ok) resolve?.();
    else if (answer.refused) reject?.(new DocumentRefused(answer.refused, answer.error));
    else if (answer.isOfStore)
      reject?.(new ReadStoreUnavailable('the read models could not be written', { cause: answer.error }));
    else reject?.(new Error(`the read models could not be written: ${answer.error}`));
  });
  const lost = (cause: unknown): void => {
    state = 'ended';
    settle();
    asked?.reject(new ReadStoreUnavailable('the thread that writes the read models ended', { cause }));
    asked = undefined;
  };
  worker.on('error', lost);
  worker.on('exit', lost);
  return {
    isReady: () => state === 'ready',
    /** Resolves when the thread is ready or has ended. */
    started,
    ask: (task: WriterTask): Promise<void> =>
      new Promise((resolve, reject) => {
        if (state !== 'ready') throw new ReadStoreUnavailable('the thread that writes the read models is not there');
        asked = { resolve, reject };
        // The process must not end while the thread is writing.
        worker.ref();
        worker.postMessage(task);
      }),
    tell: (task: WriterTask): void => worker.postMessage(task),
    /** A thread that is ended while it loads LMDB ends the whole process. */
    async stop(): Promise<void> {
      await started;
      await worker.terminate();
    },
  };
}
