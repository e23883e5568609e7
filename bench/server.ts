/** The server under test, as its users run it: `verbatim serve` in a process of its own, on a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Caller, formRequest, type HttpSocket, openSocket, parsed, successful } from './workers/http-socket.ts';

/** `npm run bench` compiles it first. */
const program = resolve(import.meta.dirname, '../bin/verbatim.js');

/** The options for Node with which the program runs: those in its first line, after `#!/usr/bin/env -S node`. */
export const programOptions: readonly string[] = readFileSync(program, 'utf8')
  .split('\n', 1)
  .join()
  .split(' ')
  .slice(3);

export type Server = {
  readonly pid: number;
  readonly port: number;
  /** The number of replayed events and the duration, from the line that the server prints at its start. */
  readonly replayed: { readonly events: number; readonly ms: number };
  readonly data: string;
  /** The credentials of a development account. */
  caller(name: string): Caller;
  /** Sends one request. Throws for any status but 200. */
  call(method: string, path: string, form: Readonly<Record<string, string>>, caller: Caller): Promise<Parsed>;
  /** Stops the server as Ctrl-C does. Resolves when the process has ended. */
  stop(): Promise<void>;
  /** Stops the server, and deletes its folder. */
  discard(): Promise<void>;
};

export type Parsed = Readonly<Record<string, unknown>>;

/** `wrapper`: a command that runs the server, for instance `strace`. */
export type ServerOptions = {
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly wrapper?: readonly string[];
  /** Further options for Node, for example `--import`. */
  readonly nodeOptions?: readonly string[];
  /** Another build of the program, to compare two builds. */
  readonly program?: string;
};

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'verbatim-bench-'));
  const node = [process.execPath, ...programOptions, ...(options.nodeOptions ?? [])];
  const [command = '', ...parameters] = [...(options.wrapper ?? []), ...node, options.program ?? program, 'serve'];
  const child = spawn(command, parameters, {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      VERBATIM_DATA: data,
      VERBATIM_PORT: '0',
      VERBATIM_LOG_LEVEL: 'error',
      VERBATIM_EVENT_LOG: 'embedded',
      // Copies of the past are made in the background, and only one suite measures them.
      VERBATIM_PAST_COPIES_MIB: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { port, replayed } = await listeningOf(child, ended);
  const accounts = JSON.parse(readFileSync(join(data, 'dev-accounts.json'), 'utf8')) as Record<
    string,
    { email: string; api_key: string }
  >;
  let socket: HttpSocket | undefined;
  const stop = async (): Promise<void> => {
    socket?.close();
    process.kill(pid, 'SIGINT');
    await ended;
  };
  const pid = options.wrapper?.length ? onlyChildOf(child.pid ?? 0) : (child.pid ?? 0);
  return {
    pid,
    port,
    replayed,
    data,
    caller(name) {
      const account = accounts[name];
      if (!account) throw new Error(`development has no account ${name}`);
      return { email: account.email, apiKey: account.api_key };
    },
    async call(method, path, form, caller) {
      socket ??= await openSocket(port);
      return parsed<Parsed>(await successful(socket, formRequest(method, `/api/v1${path}`, form, caller)));
    },
    stop,
    async discard() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The process id of the server inside a wrapper. */
const onlyChildOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

type Listening = Pick<Server, 'port' | 'replayed'>;

function listeningOf(child: ChildProcess, ended: Promise<unknown[]>): Promise<Listening> {
  return new Promise((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, port, events, ms] = /listening on http:\/\/\S+?:(\d+) .*; (\d+) events.* in (\d+) ms/.exec(line) ?? [];
        if (port !== undefined) resolve({ port: Number(port), replayed: { events: Number(events), ms: Number(ms) } });
      });
    ended.then(([code]) => reject(new Error(`the server ended with ${code}`)), reject);
  });
}
