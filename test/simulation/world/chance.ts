/** All choices of a world come from one sequence of numbers, which follows from its seed. */
import { numbersFrom } from '../chance.ts';

export type Chance = {
  /** A number from 0 up to 1. */
  readonly next: () => number;
  happens(probability: number): boolean;
  /** A number from 0 up to `limit`. */
  below(limit: number): number;
  /** A whole number from 0 up to `limit`. */
  whole(limit: number): number;
  of<T>(all: readonly T[]): T;
  /** Some of them, perhaps none. */
  some<T>(all: readonly T[], probability?: number): T[];
};

export function chanceFrom(seed: number): Chance {
  const next = numbersFrom(seed);
  const whole = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    happens: (probability) => probability > 0 && next() < probability,
    below: (limit) => next() * limit,
    whole,
    of<T>(all: readonly T[]): T {
      if (all.length === 0) throw new Error('there is nothing to choose from');
      return all[whole(all.length)] as T;
    },
    some: (all, probability = 0.5) => all.filter(() => next() < probability),
  };
}
