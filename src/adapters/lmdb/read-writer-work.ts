/** In the writing thread: writes what it is handed, one batch at a time, into the file it was told to use. */
import { parentPort } from 'node:worker_threads';
import { openReadFile, type ReadFile, type Ready } from './read-file.ts';
import { type Packer, type Prepared, packer } from './read-handover.ts';
import type { Announcement, WriterAnswer, WriterTask } from './read-writer.ts';

let file: ReadFile | undefined;
let unpack: Packer['unpack'] = () => [];

type Announced = { readonly writes: readonly Prepared[] | undefined; readonly ready: Ready | undefined };
const nothing: Announced = { writes: undefined, ready: undefined };
let announced = nothing;

async function perform(task: WriterTask): Promise<void> {
  switch (task.kind) {
    case 'use':
      await file?.close();
      [file, announced] = [undefined, nothing];
      if (task.file === undefined) return;
      file = openReadFile(task.file.path, task.file.pace);
      unpack = packer(task.file.definitions).unpack;
      return file.define(task.file.definitions);
    case 'write': {
      const { writes, ready } =
        task.writes === undefined ? announced : { writes: unpack(task.writes), ready: undefined };
      announced = nothing;
      if (!file || !writes) throw new Error('there is nothing to write, or no file to write it to');
      return file.write(writes, task.checkpoint, ready);
    }
  }
}

/** What is wrong with it is told when it is to be written. */
function announce({ writes: packed }: Announcement): void {
  const writes = unpack(packed);
  try {
    announced = { writes, ready: file?.prepare(writes) };
  } catch {
    announced = { writes, ready: undefined };
  }
}

parentPort?.on('message', (task: WriterTask | Announcement) => {
  if (task.kind === 'announce') {
    announce(task);
    return;
  }
  perform(task).then(
    () => parentPort?.postMessage({ ok: true } satisfies WriterAnswer),
    (error: unknown) => parentPort?.postMessage({ ok: false, error: String(error) } satisfies WriterAnswer),
  );
});

parentPort?.postMessage('ready');
