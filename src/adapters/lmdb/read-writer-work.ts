/** The code of the writer thread (see read-writer.ts): writes the batches it receives, one at a time, into the file it was told to use. */
import { parentPort } from 'node:worker_threads';
import { DocumentRefused, ReadStoreUnavailable } from '../../ports/read-store.ts';
import { openReadFile, type ReadFile } from './read-file.ts';
import type { WriterAnswer, WriterTask } from './read-writer.ts';
import { type Packer, packer } from './serialized-write.ts';

let file: ReadFile | undefined;
let unpack: Packer['unpack'] = () => [];

async function perform(task: WriterTask): Promise<void> {
  switch (task.kind) {
    case 'use':
      await file?.close();
      file = undefined;
      if (task.file === undefined) return;
      file = openReadFile(task.file.path, task.file.pace, task.file.over);
      unpack = packer(task.file.definitions).unpack;
      return file.define(task.file.definitions);
    case 'write':
      if (!file) throw new Error('the writing thread was given no file');
      return file.write(unpack(task.writes), task.checkpoint);
  }
}

/** An error loses its class on the way to the other thread. */
const failure = (error: unknown): WriterAnswer =>
  error instanceof DocumentRefused
    ? { ok: false, error: error.reason, refused: { model: error.model, id: error.id } }
    : { ok: false, error: String(error), isOfStore: error instanceof ReadStoreUnavailable };

parentPort?.on('message', (task: WriterTask) => {
  perform(task).then(
    () => parentPort?.postMessage({ ok: true } satisfies WriterAnswer),
    (error: unknown) => parentPort?.postMessage(failure(error)),
  );
});

parentPort?.postMessage('ready');
