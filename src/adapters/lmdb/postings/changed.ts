/** The numbers that were added to a group and removed from it. */
export type Changed = { readonly added: readonly number[]; readonly removed: ReadonlySet<number> };

/** A change is encoded as one number: the number itself when it was added, and `-number - 1` when it was removed (0 can be removed too). */
export const removedNumber = (number: number): number => -number - 1;

const nothing: ReadonlySet<number> = new Set();

const isRising = (numbers: readonly number[]): boolean => {
  let last = -1;
  for (const number of numbers) {
    if (number <= last) return false;
    last = number;
  }
  return true;
};

/** The combined effect of changes in their order. Of two changes of one number the later one counts. */
export const netChange = (changes: readonly number[]): Changed => {
  if (isRising(changes)) return { added: changes, removed: nothing };
  const [added, removed] = [new Set<number>(), new Set<number>()];
  for (const change of changes) {
    const number = change < 0 ? removedNumber(change) : change;
    if (change < 0) added.delete(number);
    else removed.delete(number);
    (change < 0 ? removed : added).add(number);
  }
  return { added: [...added].sort((a, b) => a - b), removed };
};
