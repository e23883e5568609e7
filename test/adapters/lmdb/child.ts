/** A child process whose output a test follows line by line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundled } from '../../support/bundled.ts';

export type Child = {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves once `count` lines begin with `prefix`, or the process has ended. */
  printed(prefix: string, count: number): Promise<void>;
  /** Resolves when the process has ended and all its output was read. */
  readonly ended: Promise<{ code: number | null; errors: string }>;
};

const pathOf = (script: string): string => join(import.meta.dirname, script);

/** Runs Node, optionally under another program. */
const run = (args: readonly string[], under: readonly string[] = []): Child => {
  const [program = '', ...rest] = [...under, process.execPath, ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting: { isDone: () => boolean; resolve: () => void }[] = [];
  let hasEnded = false;
  const look = (): void => {
    for (const { isDone, resolve } of waiting) if (hasEnded || isDone()) resolve();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    look();
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    look();
    return { code: code as number | null, errors };
  });
  return {
    process: child,
    lines,
    ended,
    printed: (prefix, count) =>
      new Promise((resolve) => {
        let seen = 0;
        let looked = 0;
        const isDone = (): boolean => {
          for (; looked < lines.length; looked += 1) if (lines[looked]?.startsWith(prefix)) seen += 1;
          return seen >= count;
        };
        waiting.push({ isDone, resolve });
        look();
      }),
  };
};

export const appendingChild = (args: readonly string[], under: readonly string[] = []): Child =>
  run([bundled(pathOf('appending-child.ts')), ...args], under);

/** It writes in a worker thread after a while. */
export const lettersChild = (folder: string): Child =>
  run([bundled(pathOf('letters-child.ts'), pathOf('../../../src/adapters/lmdb/read-writer-work.ts')), folder]);

export const storeChild = (args: readonly string[]): Child => run([bundled(pathOf('store-child.ts')), ...args]);
