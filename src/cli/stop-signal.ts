/** Waits for the signal to stop. */
import type { EventEmitter } from 'node:events';

/**
 * With npm, one Ctrl-C reaches this process twice: from the terminal, and from npm, which forwards it. A second signal within this many
 * milliseconds counts as the same one.
 */
const sameSignalMs = 1000;

const signals = { SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof signals;

/**
 * Resolves at the first signal, which requests an orderly stop. A later signal ends the process at once, with the exit code 128 + its
 * number.
 */
export const stopSignal = (
  from: EventEmitter = process,
  now: () => number = () => performance.now(),
  end: (code: number) => void = (code) => process.exit(code),
): Promise<Signal> =>
  new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of Object.keys(signals) as Signal[])
      from.on(signal, () => {
        if (first !== undefined && now() - first > sameSignalMs) end(128 + signals[signal]);
        first ??= now();
        resolve(signal);
      });
  });
