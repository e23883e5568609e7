/** Those of some that are not among others; most documents have one entry in an index, some have hundreds. */
export const without = <T>(some: readonly T[], others: readonly T[]): readonly T[] => {
  if (some.length === 0 || others.length === 0) return some;
  if (others.length === 1) return some.filter((one) => one !== others[0]);
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
};
