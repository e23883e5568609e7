/** Work that must be done some time, whatever fails meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';

const usualPauseMs = 1_000;

export type Trying = {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Is told of each failure, before the pause. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between two tries. */
  readonly pauseMs?: number | undefined;
};

/** Tries until it is done or the signal is aborted. Never rejects. */
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
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
