export type Changed = { readonly added: readonly number[]; readonly removed: ReadonlySet<number> };

/** A change for reading. The added numbers are in several ascending lists, each of which begins above the end of the one before. */
export type ReadChange = {
  readonly added: readonly (readonly number[])[];
  readonly removed: ReadonlySet<number>;
};

/** A list of changes that is read repeatedly. */
export type KeptChanges = { readonly changes: readonly number[]; readonly rise: boolean };

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

/** The net effect of changes in their order. If a number was changed twice, the later change counts. */
export const netChange = (changes: readonly number[]): Changed => {
  if (isRising(changes)) return { added: changes, removed: nothing };
  // Messages that are sent at the same time are out of order.
  const ordered = [...changes].sort((a, b) => a - b);
  if (isRising(ordered)) return { added: ordered, removed: nothing };
  const [added, removed] = [new Set<number>(), new Set<number>()];
  for (const change of changes) {
    const number = change < 0 ? removedNumber(change) : change;
    if (change < 0) added.delete(number);
    else removed.delete(number);
    (change < 0 ? removed : added).add(number);
  }
  return { added: [...added].sort((a, b) => a - b), removed };
};

export const keptChanges = (changes: readonly number[]): KeptChanges => ({ changes, rise: isRising(changes) });

/** The net effect of several lists of changes in their order. */
export const readChange = (lists: readonly KeptChanges[]): ReadChange => {
  const some = lists.filter(({ changes }) => changes.length > 0);
  const rise = some.every(({ changes, rise }, at) => rise && follows(changes, some[at - 1]?.changes));
  if (rise) return { added: some.map(({ changes }) => changes), removed: nothing };
  const { added, removed } = netChange(some.flatMap(({ changes }) => changes));
  return { added: [added], removed };
};

const follows = (changes: readonly number[], before: readonly number[] | undefined): boolean =>
  (changes[0] ?? 0) > (before?.at(-1) ?? -1);
