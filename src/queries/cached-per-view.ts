import type { ReadView } from '../ports/read-store.ts';

/** Like `read`, but calls it only once for each view and key, because a view never changes. For values that several parts of an answer need. */
export function cachedPerView<A, R>(
  read: (view: ReadView, asked: A) => Promise<R>,
  keyOf: (asked: A) => string | number,
): (view: ReadView, asked: A) => Promise<R> {
  const views = new WeakMap<ReadView, Map<string | number, Promise<R>>>();
  return (view, asked) => {
    const known = views.get(view) ?? new Map<string | number, Promise<R>>();
    views.set(view, known);
    const key = keyOf(asked);
    const found = known.get(key) ?? read(view, asked);
    known.set(key, found);
    return found;
  };
}
