/** Another chat server, as Debian packages it, run for the duration of a test on its own folder and port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server in one of its settings. It knows the domain `localhost`, rooms at `conference.localhost`, and lets anybody register. */
export type Peer = {
  readonly name: string;
  /** Debian packages, all of them required. */
  readonly packages: readonly string[];
  /** The command to run, on an empty folder. */
  command(folder: string, port: number): Command;
};

type Command = {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export type RunningPeer = { readonly port: number; stop(): Promise<void> };

const startsWithinMs = 60_000;
const looksEveryMs = 100;
const endsWithinMs = 8_000;

/** Versions of those packages that are installed. */
export const versionsOf = (packages: readonly string[]): Map<string, string> =>
  new Map(
    packages.flatMap((name): [string, string][] => {
      const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' });
      const version = /^Status: install ok installed$.*?^Version: (.+?)$/ms.exec(stdout ?? '')?.[1];
      return version === undefined ? [] : [[name, version]];
    }),
  );

/** Starts it; resolves when it takes connections. */
export async function startPeer(peer: Peer): Promise<RunningPeer> {
  const folder = mkdtempSync(join(tmpdir(), `verbatim-${peer.name}-`));
  const port = await freePort();
  const { program, parameters, env } = peer.command(folder, port);
  const output = join(folder, 'output');
  const file = openSync(output, 'a');
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
    child.kill('SIGTERM');
    if (isRunning(child)) await ended;
    clearTimeout(impatience);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const began = performance.now(); !(await takesConnections(port)); await delay(looksEveryMs))
    if (!isRunning(child) || performance.now() - began > startsWithinMs) {
      const printed = readFileSync(output, 'utf8').slice(-2_000);
      await stop();
      throw new Error(`${peer.name} does not start: ${printed}`);
    }
  return { port, stop };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
