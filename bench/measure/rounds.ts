/**
 * The sides of a comparison take turns (ABAB…), so that noise of the machine affects both. The ratio of each round is computed
 * before anything is averaged.
 */
import type { Measured } from '../ratio.ts';
import { median } from './statistics.ts';

const roundsMin = 5;

export type Pair = { readonly figure: number; readonly limit: number };

/** Runs `round` five times, or `times` if given, and returns the medians of each of its pairs. */
export async function inRounds(
  say: (progress: string) => void,
  round: (number: number) => Promise<Readonly<Record<string, Pair>>>,
  rounds = roundsMin,
): Promise<Measured[]> {
  const pairs = new Map<string, Pair[]>();
  for (let number = 1; number <= rounds; number += 1) {
    say(`round ${number}`);
    for (const [name, pair] of Object.entries(await round(number))) pairs.set(name, [...(pairs.get(name) ?? []), pair]);
  }
  return [...pairs].map(([name, all]) => ({
    name,
    figure: median(all.map(({ figure }) => figure)),
    limit: median(all.map(({ limit }) => limit)),
    ratio: median(all.map(({ figure, limit }) => figure / limit)),
  }));
}
