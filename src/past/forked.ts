/** A replica in a child process, which has a lower priority than the service and gets none of its secrets. */
import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventLog } from '../ports/event-log.ts';
import { limits } from '../vocabulary/limits.ts';
import type { Channel } from './handle.ts';
import { idleNode } from './idle.ts';
import { grantPauses, isPauseMessage, type PauseParts } from './paused-writes.ts';
import type { Reply } from './protocol.ts';

/** The program of the same build: TypeScript in tests and development, JavaScript in dist. */
const ownProgram = fileURLToPath(new URL(`../past-replica${extname(import.meta.filename)}`, import.meta.url));
/** Options of Node. With V8's usual four helper threads, a replica takes more than one processor from the service. */
export const options = (program = ownProgram): readonly string[] => [
  extname(program) === '.ts' ? '--import=tsx' : '--enable-source-maps',
  `--max-old-space-size=${limits.pastMemoryMib}`,
  '--v8-pool-size=1',
];

/**
 * Added to the niceness of the service: a replica for which a request waits comes after the service, and one that prepares copies comes last.
 * Nobody waits for the latter, so that it also has the scheduling policy "idle". For the former that policy, or a much lower priority, would
 * be too slow on a busy machine: requests would wait for long, and the service would pause its writes for longer while a replica opens the
 * log.
 */
const priorities = { asked: 5, prepared: 19 };
const lowestPriority = 19;

function started(priority: keyof typeof priorities, program = ownProgram): ChildProcess {
  const child = fork(program, {
    ...(priority === 'prepared' ? idleNode(options(program)) : { execArgv: [...options(program)] }),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, Math.min(lowestPriority, getPriority() + priorities[priority]));
  } catch {
    // The process has already ended.
  }
  return child;
}

/** Resolves with the exit code, or with null if the process was killed or could not be started. */
const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.on('error', () => child.pid === undefined && resolve(null));
  });

/** What a replica needs of the log, which it reads while the service writes it. */
type SharedLog = Pick<EventLog, 'readerLost'> & PauseParts;

/** `folder`: where the replica keeps its files; they are removed when it has ended. */
function channelTo(child: ChildProcess, folder: string, { readerLost, ...parts }: SharedLog): Channel {
  grantPauses(child, parts);
  const ended = endOf(child).then(async (code) => {
    // It was killed, or could not be started.
    if (code !== 0) readerLost?.();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    // If the process has ended, `ended` reports that.
    send: (request) => void (child.connected && child.send(request, () => undefined)),
    onReply: (listener) =>
      void child.on('message', (message) => {
        if (!isPauseMessage(message)) listener(message as unknown as Reply);
      }),
    ended,
    end: () => void child.kill('SIGKILL'),
  };
}

/** Opens a replica that needs no process of its own. Only tests have one. */
export type OpenChannel = (folder: string, log: SharedLog) => Channel;

/** `program`: the path of a replica's program, or what opens a replica. */
export const forked = (
  folder: string,
  log: SharedLog,
  priority: keyof typeof priorities = 'asked',
  program?: string | OpenChannel,
): Channel =>
  typeof program === 'function' ? program(folder, log) : channelTo(started(priority, program), folder, log);

/** A process without data, in which the next replica begins, so that it need not wait for the program to load. */
export class SpareProcess {
  #child: ChildProcess | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #program: string | OpenChannel | undefined;

  /** `program`: as for `forked`. */
  constructor(program?: string | OpenChannel) {
    this.#program = program;
  }

  /** Starts the process after this many milliseconds, unless there is one. Another call within that time starts the time again. */
  readyAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ready(), ms);
    this.#timer.unref();
  }

  /** Starts the process, unless there is one. */
  ready(): void {
    clearTimeout(this.#timer);
    if (this.#child || this.#isClosed || typeof this.#program === 'function') return;
    const child = started('asked', this.#program);
    this.#child = child;
    const forget = (): void => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once('exit', forget);
    child.once('error', forget);
  }

  /** Like the function `forked`. */
  forked(folder: string, log: SharedLog): Channel {
    const child = this.#child;
    this.#child = undefined;
    return child ? channelTo(child, folder, log) : forked(folder, log, 'asked', this.#program);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const ended = endOf(child);
    child.kill('SIGKILL');
    await ended;
  }
}
