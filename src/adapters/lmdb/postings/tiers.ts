/**
 * Which records are merged when a new one has come. Sizes go by tiers, each eight times the one before: once eight records are of
 * one tier or below, they become one. So what is added is written again once a tier, and records stay few.
 */
const ratio = 8;

const tierOf = (size: number): number => Math.floor(Math.log(size) / Math.log(ratio));

/** How many of the newest records are to be one; `sizes`: oldest first. 1: nothing is to be merged. */
export const mergedCount = (sizes: readonly number[]): number => {
  let taken = 1;
  let size = sizes.at(-1) ?? 1;
  for (;;) {
    const tier = tierOf(size);
    let reach = taken;
    let whole = size;
    for (; reach < sizes.length; reach += 1) {
      const next = sizes[sizes.length - 1 - reach] as number;
      if (tierOf(next) > tier) break;
      whole += next;
    }
    if (reach - taken + 1 < ratio) return taken;
    taken = reach;
    size = whole;
  }
};
