/** Keeps `work` in the set `underWay` until it has settled, for whoever must wait for it before an end. Settles as `work` does. */
export function during<T>(underWay: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  const over = work.finally(() => underWay.delete(over));
  underWay.add(over);
  return over;
}
