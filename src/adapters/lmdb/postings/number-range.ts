/** The range of numbers in a request of the port, and the combination of stored numbers with later changes. */

import type { Range } from '../../../ports/read-store.ts';
import { countBelow } from '../../../vocabulary/ascending.ts';
import type { NumberRange } from './blocks.ts';
import type { ReadChange } from './changed.ts';

const nothing = -1;

/** In the port's order of keys, null is before every number and a string is after every number. */
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

/** The numbers of the lists that are in the range, in its order. */
function* within(lists: readonly (readonly number[])[], { from, to, reverse }: NumberRange): Generator<number> {
  for (let at = 0; at < lists.length; at += 1) {
    const numbers = lists[reverse ? lists.length - 1 - at : at] ?? [];
    const [begin, end] = [countBelow(numbers, from), countBelow(numbers, to + 1)];
    for (let taken = 0; taken < end - begin; taken += 1)
      yield numbers[reverse ? end - 1 - taken : begin + taken] as number;
  }
}

/**
 * The first `limit` numbers of a range after a change, in the order of the range. It reads no more of `stored` and `added` than necessary.
 */
export const changedNumbers = (
  stored: Iterable<number>,
  { added, removed }: ReadChange,
  range: NumberRange,
  limit: number,
): number[] => {
  const numbers: number[] = [];
  if (range.from > range.to || limit <= 0) return numbers;
  const recent = within(added, range);
  let one = recent.next();
  for (const number of stored) {
    for (; !one.done && (range.reverse ? one.value > number : one.value < number); one = recent.next()) {
      numbers.push(one.value);
      if (numbers.length >= limit) return numbers;
    }
    if (one.value === number) one = recent.next();
    if (!removed.has(number)) numbers.push(number);
    if (numbers.length >= limit) return numbers;
  }
  for (; !one.done && numbers.length < limit; one = recent.next()) numbers.push(one.value);
  return numbers;
};
