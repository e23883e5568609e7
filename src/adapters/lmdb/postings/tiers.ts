/**
 * Decides which records are merged when a new one is written. Sizes are divided into tiers, each eight times as large as the one before.
 * Eight records of the same or a lower tier are merged into one, unless it would be too large. So each change is rewritten once for each
 * tier, and there are few records.
 */
const ratio = 8;

const tierOf = (size: number): number => Math.floor(Math.log(size) / Math.log(ratio));

/**
 * How many of the newest records must be merged; 1 for none. `sizes`: the sizes in bytes, oldest first. `sizeMax`: the bound on a merged
 * record.
 */
export const mergedCount = (sizes: readonly number[], sizeMax: number): number => {
  let taken = 1;
  let size = sizes.at(-1) ?? 1;
  for (;;) {
    const tier = tierOf(size);
    let end = taken;
    let whole = size;
    for (; end < sizes.length; end += 1) {
      const next = sizes[sizes.length - 1 - end] as number;
      if (tierOf(next) > tier) break;
      whole += next;
    }
    if (end - taken + 1 < ratio || whole > sizeMax) return taken;
    taken = end;
    size = whole;
  }
};
