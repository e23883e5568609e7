/** What of the wanted values is not so already: an event says only what changed. */
export function differing<T extends object>(wanted: Partial<T>, standing: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[])
    if (wanted[key] !== undefined && wanted[key] !== standing[key]) changed[key] = wanted[key];
  return changed;
}
