/**
 * The program of the writer thread (see read-writer.ts). It writes the batches that it receives, one at a time, into the given file. While
 * one batch is committed, it prepares the next.
 */
import { parentPort } from 'node:worker_threads';
import { DocumentRefused, ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { Prepared } from './read-changes.ts';
import { openReadFile, type ReadFile } from './read-file.ts';
import type { WriterAnswer, WriterTask } from './read-writer.ts';
import { type Packed, type Packer, packer } from './serialized-write.ts';

let file: ReadFile | undefined;
let unpack: Packer['unpack'] = () => [];
/** The prepared next batch, or the error that prevents it. It is invalid once anything else was written, or a write failed. */
let next: { readonly number: number; take(): Prepared } | undefined;

function prepare(number: number, packed: Packed): void {
  try {
    const prepared = usedFile().prepare(unpack(packed));
    next = { number, take: () => prepared };
  } catch (error) {
    const take = (): never => {
      throw error;
    };
    next = { number, take };
  }
}

function taken(number: number): Prepared {
  if (next?.number !== number) throw new Error('another batch was prepared than the one to be written');
  return next.take();
}

function usedFile(): ReadFile {
  if (!file) throw new Error('the writing thread was given no file');
  return file;
}

async function perform(task: WriterTask): Promise<void> {
  switch (task.kind) {
    case 'use':
      next = undefined;
      await file?.close();
      file = undefined;
      if (task.file === undefined) return;
      file = openReadFile(task.file.path, task.file.pace, task.file.over);
      unpack = packer(task.file.definitions).unpack;
      return file.define(task.file.definitions);
    case 'prepare':
      return prepare(task.number, task.writes);
    case 'write': {
      const { batch, checkpoint } = task;
      try {
        const prepared = typeof batch === 'number' ? taken(batch) : unpack(batch);
        next = undefined;
        return await usedFile().write(prepared, checkpoint);
      } catch (error) {
        next = undefined;
        throw error;
      }
    }
  }
}

/** An error loses its class when it is sent to the other thread. */
const failure = (error: unknown): WriterAnswer =>
  error instanceof DocumentRefused
    ? { ok: false, error: error.reason, refused: { model: error.model, id: error.id } }
    : { ok: false, error: String(error), isOfStore: error instanceof ReadStoreUnavailable };

parentPort?.on('message', (task: WriterTask) => {
  const performed = perform(task);
  // The `write` of the batch reports a failure.
  if (task.kind === 'prepare') return;
  performed.then(
    () => parentPort?.postMessage({ ok: true } satisfies WriterAnswer),
    (error: unknown) => parentPort?.postMessage(failure(error)),
  );
});

parentPort?.postMessage('ready');
