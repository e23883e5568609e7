/**
 * The sockets in a data folder: `verbatim.<number>.sock`. Whoever opens the data listens on one, and the kernel stops answering
 * there when the process is gone, however it went.
 */
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { onLine } from './json-lines.ts';

/** What a holder of the data says first. */
export const Greeting = z.object({ pid: z.int() });

/** What the kernel takes as a socket's path, on every system. */
const pathBytesMax = 103;
/** A process that accepts but says nothing is stopped or busy, not gone. */
const greetingMsMax = 10_000;

/** Absolute, or relative where only that fits. */
export function socketPath(data: string, number: number): string {
  const path = join(data, `verbatim.${number}.sock`);
  const fitting = [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= pathBytesMax);
  if (fitting === undefined)
    throw new ConfigError(
      `VERBATIM_DATA is too long a path for a socket (${path}): start from a folder nearer to it, or move it`,
    );
  return fitting;
}

/** Rising. */
export async function socketNumbers(data: string): Promise<number[]> {
  const names = await readdir(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => /^verbatim\.([0-9]{1,15})\.sock$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** A connection to what listens there, and its greeting. `dead`: nobody listens; `gone`: it went without a word. */
export type Met =
  | { readonly socket: Socket; readonly pid: number | undefined; readonly lines: AsyncLines }
  | 'dead'
  | 'gone';

/** The lines after the greeting, one at a time; undefined when the other side has gone. */
export type AsyncLines = { next(): Promise<unknown> };

export function meet(path: string): Promise<Met> {
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
