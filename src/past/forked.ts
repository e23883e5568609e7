/** A replica in a child process, with a lower priority than the service, which knows no secret of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pastMemoryMib } from '../vocabulary/limits.ts';
import type { Channel } from './handle.ts';
import type { Reply } from './protocol.ts';

/** TypeScript in tests and development, JavaScript in dist. */
const extension = extname(import.meta.filename);
const program = fileURLToPath(new URL(`../past-replica${extension}`, import.meta.url));
/** Node's. */
export const options: readonly string[] = [
  extension === '.ts' ? '--import=tsx' : '--enable-source-maps',
  `--max-old-space-size=${pastMemoryMib}`,
];

/** The service goes first where both want a processor. */
const priority = 10;

/** `folder`: where it keeps its files, which are gone when it has ended. `onLost`: called when it was killed. */
export function forked(folder: string, onLost: () => void): Channel {
  const child = fork(program, {
    execArgv: [...options],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // It has ended already.
  }
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')])
    .then(async ([code]) => {
      if (code !== 0) onLost();
      await rm(folder, { recursive: true, force: true });
    })
    .then(() => undefined);
  return {
    // Where it has ended, `ended` says so.
    send: (request) => void (child.connected && child.send(request, () => undefined)),
    onReply: (listener) => void child.on('message', (reply) => listener(reply as Reply)),
    ended,
    end: () => void child.kill('SIGKILL'),
  };
}
