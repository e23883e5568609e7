/**
 * Whether the store answers. From the first failure on, one probe asks it again and again; everybody else waits for that
 * instead of sending into the dark. So a write that was refused as unavailable was never sent, and needs no guess.
 */
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { detailOf } from './failures.ts';

export type Availability = {
  /** Waits until the store answers; false when it does not before `deadline` (of `performance.now()`), or on closing. */
  answersBefore(deadline: number): Promise<boolean>;
  /** Something failed: nothing more is sent until the probe has been answered. */
  suspect(detail: string): void;
  /** Since when it does not answer; undefined while it does. */
  readonly downSince: number | undefined;
  /** The newest failure. */
  readonly detail: string;
  close(): void;
};

const pauseMsMin = 25;
const pauseMsMax = 2000;

/** How long to wait before trying again, for the `attempts`th time. */
export const pauseMs = (attempts: number): number => Math.min(pauseMsMin * 2 ** attempts, pauseMsMax);

/** `onChange` is told when the probe first fails, and when it is answered after that. */
export const availability = (
  probe: () => Promise<unknown>,
  onChange: (answers: boolean, detail: string) => void,
): Availability => {
  const closing = new AbortController();
  const { signal } = closing;
  let detail = 'not asked yet';
  let downSince: number | undefined;
  let probing: Promise<void> | undefined;

  const askUntilAnswered = async (): Promise<void> => {
    let isTold = false;
    for (let attempts = 0; !signal.aborted; attempts += 1) {
      try {
        await probe();
        downSince = undefined;
        probing = undefined;
        if (isTold) onChange(true, detail);
        return;
      } catch (error) {
        detail = detailOf(error);
        if (!isTold && !signal.aborted) onChange(false, detail);
        isTold = true;
      }
      // Aborted when it closes, and then the loop is over.
      await after(pauseMs(attempts), undefined, { signal }).catch(() => {});
    }
  };

  const suspect = (why: string): void => {
    if (signal.aborted) return;
    detail = why;
    if (probing !== undefined) return;
    downSince = performance.now();
    probing = askUntilAnswered();
  };

  suspect(detail);
  return {
    async answersBefore(deadline) {
      while (probing !== undefined && !signal.aborted) {
        const patienceMs = deadline - performance.now();
        if (patienceMs <= 0) {
          // Others get their turn even where somebody asks again and again.
          await nextTurn();
          return false;
        }
        const timer = new AbortController();
        const overtime = Number.isFinite(patienceMs) ? [after(patienceMs, undefined, { signal: timer.signal })] : [];
        await Promise.race([probing, ...overtime]).finally(() => timer.abort());
      }
      return !signal.aborted;
    },
    suspect,
    get downSince() {
      return downSince;
    },
    get detail() {
      return detail;
    },
    close: () => closing.abort(),
  };
};
