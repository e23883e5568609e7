/** The numbers that a range of the port asks for, and how stored numbers and later changes are combined. */
import type { Range } from '../../../ports/read-store.ts';
import type { NumberRange } from './blocks.ts';
import type { Changed } from './changed.ts';

const nothing = -1;

/** The port orders keys: null is before every number, and a string is after every number. */
export const numberRangeOf = (fields: readonly string[], { prefix, from, to, reverse = false }: Range): NumberRange => {
  if (prefix.length !== fields.length - 1) {
    throw new RangeError(`a range of postings must name all fields but the last: ${fields.join(', ')}`);
  }
  const lowest = typeof from === 'string' ? Number.POSITIVE_INFINITY : (from ?? 0);
  const highest = to === null ? nothing : typeof to === 'number' ? to : Number.MAX_SAFE_INTEGER;
  return {
    from: Math.max(Math.ceil(lowest), 0),
    to: Math.min(Math.floor(highest), Number.MAX_SAFE_INTEGER),
    reverse,
  };
};

/** The first `limit` numbers of a range after a change, in its order. Reads no more of `stored` than necessary. */
export const changedNumbers = (
  stored: Iterable<number>,
  { added, removed }: Changed,
  { from, to, reverse }: NumberRange,
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
  for (const number of stored) {
    while (numbers.length < limit && precedes(number)) numbers.push(recent[next++] as number);
    if (numbers.length >= limit) return numbers;
    if (recent[next] === number) next += 1;
    if (!removed.has(number)) numbers.push(number);
    if (numbers.length >= limit) return numbers;
  }
  return [...numbers, ...recent.slice(next, next + limit - numbers.length)];
};
