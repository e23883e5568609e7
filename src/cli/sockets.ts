/**
 * The sockets in a data folder: `verbatim.<number>.sock`. The process that uses the data listens on one. The kernel closes it when that
 * process ends for any reason.
 */
import { randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { settlesWithin } from '../define/settles-within.ts';
import { unlessMissing } from '../folders.ts';
import { onLine } from './json-lines.ts';

/** The first message of the process that holds the data. */
const Greeting = z.object({ pid: z.int() });

/** The longest path of a Unix socket that every system accepts, in bytes. */
const pathBytesMax = 103;
/** A process that accepts a connection but sends nothing for this long is stopped or busy, but not dead. */
const greetingMsMax = 10_000;

/** Throws ConfigError if the path is too long. */
export const socketPath = (data: string, number: number): string => fitting(data, `verbatim.${number}.sock`);

/** The name of a socket before its process listens. */
export const newSocketPath = (data: string): string => fitting(data, `verbatim.${randomBytes(6).toString('hex')}.new`);

/** Does not use `rm`: after `rm` has removed a socket, Node 20 finds no packages behind symbolic links (`test/package.slow.test.ts`). */
export async function removeSocket(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing);
}

/** Removes sockets of processes that were killed before their sockets had a number. Living processes try again. */
export async function removeNewSockets(data: string): Promise<void> {
  for (const name of await readdir(data))
    if (/^verbatim\.[0-9a-f]{12}\.new$/.test(name)) await removeSocket(join(data, name));
}

/** The absolute path, or a relative one if the absolute one is too long. Throws ConfigError if both are too long. */
function fitting(data: string, name: string): string {
  const path = join(data, name);
  const fits = [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= pathBytesMax);
  if (fits === undefined)
    throw new ConfigError(
      `VERBATIM_DATA is too long a path for a socket (${path}): start from a folder closer to it, or move it`,
    );
  return fits;
}

/** Numbers of the sockets in the folder, ascending. */
export async function socketNumbers(data: string): Promise<number[]> {
  const names = (await readdir(data).catch(unlessMissing)) ?? [];
  return names
    .flatMap((name) => /^verbatim\.([0-9]{1,15})\.sock$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** A connection and the process id in its greeting. `dead`: no process listens. `gone`: the process closed the connection without a greeting. */
type ConnectResult =
  | { readonly socket: Socket; readonly pid: number | undefined; readonly lines: AsyncLines }
  | 'dead'
  | 'gone';

/** Returns the lines after the greeting one at a time; undefined when the connection is closed. */
type AsyncLines = { next(): Promise<unknown> };

export function connectTo(path: string): Promise<ConnectResult> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const lines = linesOf(socket);
    let connected = false;
    socket.once('connect', () => {
      connected = true;
      const silent = setTimeout(() => resolve({ socket, pid: undefined, lines }), greetingMsMax);
      void lines.next().then((greeting) => {
        clearTimeout(silent);
        const known = Greeting.safeParse(greeting);
        resolve(known.success ? { socket, pid: known.data.pid, lines } : 'gone');
      });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected || error.code === 'ECONNRESET') resolve('gone');
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve('dead');
      else reject(error);
    });
  });
}

/** A connection to the process that has the data open; undefined if there is none. */
export async function holderOf(data: string): Promise<Exclude<ConnectResult, string> | undefined> {
  for (const number of (await socketNumbers(data)).reverse()) {
    const connected = await connectTo(socketPath(data, number));
    if (connected !== 'dead' && connected !== 'gone') return connected;
  }
  return undefined;
}

/** A process that is silent for longer is starting, stopping or restoring. The waiting user is notified. */
const silentMsMax = 3_000;

/** The first line of the answer; undefined if the process has ended. `notify`: called once if it takes long. */
export async function firstAnswer(
  { pid, lines }: Exclude<ConnectResult, string>,
  notify: (line: string) => void,
  silentMs = silentMsMax,
): Promise<unknown> {
  const line = lines.next();
  if (!(await settlesWithin(silentMs, line)))
    notify(`waiting for the Verbatim that has the data open (pid ${pid ?? 'unknown'}), which starts, stops or is busy`);
  return line;
}

function linesOf(socket: Socket): AsyncLines {
  const come: unknown[] = [];
  const waiting: ((line: unknown) => void)[] = [];
  let ended = false;
  onLine(socket, (line) => {
    const first = waiting.shift();
    if (first) first(line);
    else come.push(line);
  });
  socket.once('close', () => {
    ended = true;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  return {
    next: () =>
      new Promise((resolve) => {
        if (come.length > 0) resolve(come.shift());
        else if (ended) resolve(undefined);
        else waiting.push(resolve);
      }),
  };
}
