/** The program of a thread that processes parts of the log (see log-in-parts.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { openLogFile } from './log-file.ts';
import type { ThreadAnswer, ThreadData } from './log-in-parts.ts';
import { type Part, partWorker } from './log-part.ts';

const { path, order } = workerData as ThreadData;
const file = openLogFile(path, { readOnly: true });
const workThrough = await partWorker(file, order);
const post = (answer: ThreadAnswer): void => parentPort?.postMessage(answer);

parentPort?.on('message', (part: Part | 'end') => {
  if (part === 'end') {
    parentPort?.close();
    void file.leave();
    return;
  }
  try {
    post({ values: [...workThrough(part)] });
  } catch (error) {
    post({ error: String(error) });
  }
});

post('ready');
