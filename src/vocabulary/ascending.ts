/**
 * Ascending lists of distinct ids, and of ranges of ids. A topic may have a million messages. Therefore a change of a few ids copies the
 * others in bulk, without a check of each.
 */

/** The first index below `count` from which on `isReached` holds, found by halving; `count` if there is none. */
export function firstIndex(count: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const countBelow = <K extends number | string>(keys: readonly K[], end: K): number =>
  firstIndex(keys.length, (at) => (keys[at] as K) >= end);

/** The ids in ascending order, each of them once. */
export const ascending = <Id extends number>(ids: Iterable<Id>): Id[] => [...new Set(ids)].sort((a, b) => a - b);

/** The index of the last range that begins at or before `id`; −1 if there is none. */
export const lastBegunAt = (stretches: readonly (readonly [first: number, ...unknown[]])[], id: number): number =>
  firstIndex(stretches.length, (at) => (stretches[at]?.[0] as number) > id) - 1;

/** The ids from `from` to `to`, both inclusive. */
export const idsFrom = <Id extends number>(ids: readonly Id[], from: number, to = Number.POSITIVE_INFINITY): Id[] =>
  ids.slice(countBelow(ids, from), countBelow(ids, to + 1));

/** The union of both lists. */
export function idsWith<Id extends number>(ids: readonly Id[], added: readonly Id[]): Id[] {
  const [first, last] = [added[0], added.at(-1)];
  if (first === undefined || last === undefined) return [...ids];
  const [begin, end] = [countBelow(ids, first), countBelow(ids, last + 1)];
  const between = ascending([...ids.slice(begin, end), ...added]);
  return ids.slice(0, begin).concat(between, ids.slice(end));
}

/** The ids without those in `gone`, which are ascending too. */
export function idsWithout<Id extends number>(ids: readonly Id[], gone: readonly Id[]): Id[] {
  const [first, last] = [gone[0], gone.at(-1)];
  if (first === undefined || last === undefined) return [...ids];
  const [begin, end] = [countBelow(ids, first), countBelow(ids, last + 1)];
  const out = new Set(gone);
  const between = ids.slice(begin, end).filter((id) => !out.has(id));
  return ids.slice(0, begin).concat(between, ids.slice(end));
}
