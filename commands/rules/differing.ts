/** The wanted values that differ from the current ones, because events contain only changes. */
export function differing<T extends object>(wanted: Partial<T>, current: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[])
    if (wanted[key] !== undefined && wanted[key] !== current[key]) changed[key] = wanted[key];
  return changed;
}
