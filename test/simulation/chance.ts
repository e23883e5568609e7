/** Random numbers from a seed, so that a failed run can be repeated: `SEED=… npx mocha …`. */
import { randomInt } from 'node:crypto';

/** The seed in SEED; without it a fixed seed. `SEED=random` uses a new seed. */
export function seedOfRun(): number {
  const { SEED: seed = '1' } = process.env;
  return seed === 'random' ? randomInt(2 ** 31) : Number(seed);
}

/** Numbers from 0 up to 1 (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
