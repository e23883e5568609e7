/** The service as its users run it: `verbatim serve`, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevAccount } from '../../src/cli/dev-organization.ts';
import { builtProgram } from './built-program.ts';
import { type AccountName, type Client, clientOf } from './client.ts';
import { storesFor } from './test-stores.ts';

export type ChildServer = {
  readonly base: string;
  readonly process: ChildProcess;
  /** Every line that it has printed so far. */
  readonly lines: string[];
  as(name: AccountName): Client;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGINT, like Ctrl-C. Resolves to the exit code. */
  interrupt(): Promise<number | null>;
};

/** Starts the service on the folder `data`. Resolves when it is ready. Rejects with its output if it ends instead. */
export async function startChild(
  data: string,
  env: Readonly<Record<string, string>> = {},
  program = builtProgram(),
): Promise<ChildServer> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      VERBATIM_DATA: data,
      VERBATIM_PORT: '0',
      VERBATIM_LOG_LEVEL: 'error',
      ...storesFor(data),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const base = await new Promise<string>((found, failed) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
        if (address !== undefined) found(address);
      });
    void ended.then(([code]) => failed(new Error(`it ended with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    ...(await serverAt(base, data)),
    process: child,
    lines,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async interrupt() {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}

/** Resolves when the service at this address is ready. */
export async function serverAt(base: string, data: string): Promise<Pick<ChildServer, 'base' | 'as'>> {
  // With MongoDB it listens before its read models are ready.
  while ((await fetch(`${base}/health/ready`)).status !== 200) await delay(50);
  return {
    base,
    as: (name) => {
      const accounts = JSON.parse(readFileSync(join(data, 'dev-accounts.json'), 'utf8')) as Record<string, DevAccount>;
      return clientOf(() => base, accounts[name] as DevAccount);
    },
  };
}
