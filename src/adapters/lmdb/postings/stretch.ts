/** Which numbers a range asks for, and how what stands and what changed since become what there is. */
import type { Range } from '../../../ports/read-store.ts';
import type { Stretch } from './blocks.ts';
import type { Changed } from './changed.ts';

const nothing = -1;

/** As the port orders keys: null is before every number, a string after. */
export const stretchOf = (fields: readonly string[], { prefix, from, to, reverse = false }: Range): Stretch => {
  if (prefix.length !== fields.length - 1) {
    throw new RangeError(`a range of postings names all fields but the last: ${fields.join(', ')}`);
  }
  const lowest = typeof from === 'string' ? Number.POSITIVE_INFINITY : (from ?? 0);
  const highest = to === null ? nothing : typeof to === 'number' ? to : Number.MAX_SAFE_INTEGER;
  return {
    from: Math.max(Math.ceil(lowest), 0),
    to: Math.min(Math.floor(highest), Number.MAX_SAFE_INTEGER),
    reverse,
  };
};

/** The first so many of a stretch, in its order; no more of `standing` is read than that takes. */
export const taken = (
  standing: Iterable<number>,
  { added, removed }: Changed,
  { from, to, reverse }: Stretch,
  limit: number,
): number[] => {
  const numbers: number[] = [];
  if (from > to || limit <= 0) return numbers;
  const recent = added.filter((number) => number >= from && number <= to);
  if (reverse) recent.reverse();
  let next = 0;
  const precedes = (number: number): boolean => {
    const one = recent[next];
    return one !== undefined && (reverse ? one > number : one < number);
  };
  for (const number of standing) {
    while (numbers.length < limit && precedes(number)) numbers.push(recent[next++] as number);
    if (numbers.length >= limit) return numbers;
    if (recent[next] === number) next += 1;
    if (!removed.has(number)) numbers.push(number);
    if (numbers.length >= limit) return numbers;
  }
  return [...numbers, ...recent.slice(next, next + limit - numbers.length)];
};
