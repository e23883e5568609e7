/** Repeats work until it succeeds. */
import { setTimeout as delay } from 'node:timers/promises';

const usualPauseMs = 1_000;

export type Trying = {
  /** Stops the attempts when it is aborted. */
  readonly signal: AbortSignal;
  /** Called with each failure, before the pause. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between two tries. A function is asked after each failure. */
  readonly pauseMs?: number | (() => number) | undefined;
};

/** Tries until the work succeeds or the signal is aborted. Never rejects. */
export async function untilDone(
  work: () => Promise<unknown>,
  { signal, failed, pauseMs = usualPauseMs }: Trying,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      failed(error);
      await delay(typeof pauseMs === 'number' ? pauseMs : pauseMs(), undefined, { signal }).catch(() => undefined);
    }
  }
}
