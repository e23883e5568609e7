/** The link between a process and a store. Calls on it can be slow, reordered or lost, and the process can crash during a call. */
import type { Chance } from './chance.ts';
import { type Link, Lost, Unreached } from './memory-log.ts';
import type { Owner, Scheduler } from './scheduler.ts';

export type Faults = {
  /** Probabilities, from 0 to 1. `crash`: at a call that writes, before or after it was performed. */
  readonly lost: number;
  readonly unreached: number;
  readonly crash: number;
  /** Whether a call may take a second. */
  readonly slow: number;
};

export const noFaults: Faults = { lost: 0, unreached: 0, crash: 0, slow: 0 };

export type LinkParts = {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly owner: Owner;
  readonly faults: () => Faults;
  /** True during an outage of the store. */
  readonly isAway: () => boolean;
  readonly crash: () => void;
  /** A store within the process performs calls in their order, its answers cannot be lost, and it dies with the process. */
  readonly isWithin: boolean;
};

const writes = new Set(['append', 'truncate', 'commit', 'reset']);
/** The timeout after which a client considers a call lost. */
const patienceMs = 2_000;

export function linkOf({ scheduler, chance, owner, faults, isAway, crash, isWithin }: LinkParts): Link {
  let lastArrival = 0;
  const way = (): number => {
    if (chance.happens(faults().slow)) return chance.below(1_500);
    return chance.happens(0.15) ? chance.below(40) : chance.below(4);
  };
  const arrival = (): number => {
    const ms = way();
    if (!isWithin) return ms;
    lastArrival = Math.max(lastArrival, scheduler.now + ms);
    return lastArrival - scheduler.now;
  };
  return {
    carry<T>(kind: string, perform: () => T): Promise<T> {
      // Most reads of a snapshot take no time. Otherwise there would be many events, few of which would coincide with a commit.
      if (kind === 'look' && chance.happens(0.8)) return Promise.resolve().then(perform);
      return new Promise<T>((resolve, reject) => {
        const answer = (ms: number, run: () => void): void => void scheduler.in(ms, owner, run);
        scheduler.in(arrival(), isWithin ? owner : 'stores', () => {
          const { lost, unreached, crash: dies } = faults();
          if (isAway() || chance.happens(unreached)) {
            answer(way(), () => reject(new Unreached(kind)));
            return;
          }
          const isLost = !isWithin && chance.happens(lost);
          if (isLost && chance.happens(0.5)) {
            answer(patienceMs, () => reject(new Lost(kind)));
            return;
          }
          const isLast = writes.has(kind) && chance.happens(dies);
          if (isLast && chance.happens(0.5)) {
            crash();
            return;
          }
          let result: T;
          try {
            result = perform();
          } catch (error) {
            answer(way(), () => reject(error));
            return;
          }
          if (isLast) crash();
          else if (isLost) answer(patienceMs, () => reject(new Lost(kind)));
          else answer(way(), () => resolve(result));
        });
      });
    },
    news: () => new Promise((resolve) => void scheduler.in(way(), owner, resolve)),
  };
}
