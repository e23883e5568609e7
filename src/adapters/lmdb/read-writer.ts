/**
 * Writing on a thread of its own. To cut documents into index entries and hand them to LMDB is most of what projecting costs, and
 * none of it has to stand in the way of requests. Only batches go there: whatever defines, empties or copies a file stays where
 * it is, in turn with them.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Checkpoint, ReadStoreUnavailable, type Write } from '../../ports/read-store.ts';
import type { Pace } from './postings/postings.ts';
import type { ModelDefinition, ReadFile } from './read-file.ts';
import { type Packed, type Packer, packer, serialized } from './serialized-write.ts';

type FileToUse = {
  readonly path: string;
  readonly pace: Pace;
  readonly definitions: readonly ModelDefinition[];
};
export type WriterTask =
  | { readonly kind: 'use'; readonly file: FileToUse | undefined }
  | { readonly kind: 'write'; readonly writes: Packed; readonly checkpoint: Checkpoint | undefined };
export type WriterAnswer = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Before so much has been written, a thread is not worth its start. */
const writesBeforeThread = 2_000;

/** `always`: even the first batch waits for the thread. */
export type WhenThreaded = 'when it pays' | 'always';

export type ReadWriter = {
  /** One call at a time. */
  write(file: ReadFile, writes: readonly Write[], checkpoint: Checkpoint | undefined): Promise<void>;
  /** From here on writes go to another file, or nowhere for now: the thread lets go of the one it had. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

export const readWriter = (definitions: () => readonly ModelDefinition[], when: WhenThreaded): ReadWriter => {
  let written = 0;
  let thread: ReturnType<typeof startThread> | undefined;
  /** What the thread has open, and how it is told of documents. */
  let using: ReadFile | undefined;
  let pack: Packer['pack'] = () => [];

  const leave = async (): Promise<void> => {
    if (!using) return;
    using = undefined;
    if (thread?.isReady()) await thread.ask({ kind: 'use', file: undefined });
  };

  return {
    async write(file, writes, checkpoint) {
      written += writes.length;
      if (when === 'always' || written >= writesBeforeThread) thread ??= startThread();
      if (when === 'always') await thread?.started;
      // Until it has started, and when it has died, batches are written here.
      if (!thread?.isReady()) return file.write(writes.map(serialized), checkpoint);
      if (using !== file) {
        await leave();
        await thread.ask({ kind: 'use', file: { path: file.path, pace: file.pace, definitions: definitions() } });
        using = file;
        pack = packer(definitions()).pack;
      }
      await thread.ask({ kind: 'write', writes: pack(writes), checkpoint });
      file.refresh();
    },
    leave,
    async close() {
      await leave();
      await thread?.stop();
    },
  };
};

type Asked = { readonly resolve: () => void; readonly reject: (error: Error) => void };

function startThread() {
  // Of a batch nearly nothing stays: what is collected seldom has died by then, and costs nothing.
  const resourceLimits = { maxYoungGenerationSizeMb: 96 };
  // The file beside this one: TypeScript in tests and development, JavaScript in dist.
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
    else reject?.(new ReadStoreUnavailable('the read models could not be written', { cause: answer.error }));
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
    /** Resolves when it is ready, or never will be. */
    started,
    ask: (task: WriterTask): Promise<void> =>
      new Promise((resolve, reject) => {
        if (state !== 'ready') throw new ReadStoreUnavailable('the thread that writes the read models is not there');
        asked = { resolve, reject };
        // The process must not end while it is at work.
        worker.ref();
        worker.postMessage(task);
      }),
    stop: () => worker.terminate(),
  };
}
