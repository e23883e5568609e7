/** When the server is to end. */
import type { EventEmitter } from 'node:events';

/**
 * A Ctrl-C reaches a process twice where whoever started it hands signals on, as npm does: what comes within this many
 * milliseconds of the first is the same wish.
 */
const sameWishMs = 1000;

const signals = { SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof signals;

/** Resolves at the first signal, which asks for an orderly end; one that comes later on ends at once, with 128 + its number. */
export const stopSignal = (
  from: EventEmitter = process,
  now: () => number = () => performance.now(),
  end: (code: number) => void = (code) => process.exit(code),
): Promise<Signal> =>
  new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of Object.keys(signals) as Signal[])
      from.on(signal, () => {
        if (first !== undefined && now() - first > sameWishMs) end(128 + signals[signal]);
        first ??= now();
        resolve(signal);
      });
  });
