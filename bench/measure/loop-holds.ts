/** The longest time that the event loop of a server was blocked, as the server itself reports (see `workers/loop-watch.js`). */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ServerOptions } from '../server.ts';

const watcher = pathToFileURL(resolve(import.meta.dirname, '../workers/loop-watch.js')).href;
const lookEveryMs = 4;

export type LoopHolds = {
  /** Options that the server must be started with. */
  readonly options: Pick<ServerOptions, 'env' | 'nodeOptions'>;
  /** Milliseconds, since the last call. */
  longest(pid: number): Promise<number>;
  remove(): void;
};

export function loopHolds(): LoopHolds {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-loop-'));
  const file = join(folder, 'longest');
  return {
    options: { env: { BENCH_LOOP_FILE: file }, nodeOptions: [`--import=${watcher}`] },
    async longest(pid) {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      while (!existsSync(file)) await delay(lookEveryMs);
      return Number(readFileSync(file, 'utf8'));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
