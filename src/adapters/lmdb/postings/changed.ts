/** What changed in a group, by its numbers. */
export type Changed = { readonly added: readonly number[]; readonly removed: ReadonlySet<number> };

/** One change as a number: below zero where it was removed, minus itself and one, so that 0 can be. */
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

/** What is left of changes, in their order, when all have been made: of two about one number the later one holds. */
export const outcome = (changes: readonly number[]): Changed => {
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
