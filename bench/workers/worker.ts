/** Work in a separate process, so that the measuring and the measured code do not share an event loop. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string };

/** The tasks of a worker: name → function from one JSON value to another. */
export type Tasks = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/** A worker of the given tasks, as seen from the process that started it. */
export type Worker<T extends Tasks> = {
  readonly pid: number;
  ask<K extends keyof T & string>(task: K, input: Parameters<T[K]>[0]): ReturnType<T[K]>;
  stop(): Promise<void>;
};

/** Starts a file of this folder, which must call `answer`. */
export function startWorker<T extends Tasks>(file: string, execArgv: readonly string[] = []): Worker<T> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, file), [], {
    execArgv: [...execArgv, '--import=tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let number = 0;
  child.on('message', ({ id, value, error }: Reply) => {
    const waiting = asked.get(id);
    asked.delete(id);
    if (error === undefined) waiting?.resolve(value as never);
    else waiting?.reject(new Error(`${file}: ${error}`));
  });
  child.on('exit', (code) => {
    for (const { reject } of asked.values()) reject(new Error(`${file} ended with ${code}`));
  });
  return {
    pid: child.pid ?? 0,
    ask: (task, input) =>
      new Promise((resolved, reject) => {
        number += 1;
        asked.set(number, { resolve: resolved as (value: never) => void, reject });
        child.send({ id: number, task, input });
      }) as never,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** One piece of work in a process that has done nothing else. */
export async function inYoungProcess<T extends Tasks, R>(
  file: string,
  work: (worker: Worker<T>) => Promise<R>,
  execArgv: readonly string[] = [],
): Promise<R> {
  const worker = startWorker<T>(file, execArgv);
  try {
    return await work(worker);
  } finally {
    await worker.stop();
  }
}

/** In the worker: answers tasks until the parent process is gone. */
export function answer(tasks: Tasks): void {
  process.on('message', ({ id, task, input }: { id: number; task: string; input: never }) => {
    const work = tasks[task];
    if (!work) throw new Error(`no such task: ${task}`);
    work(input).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}
