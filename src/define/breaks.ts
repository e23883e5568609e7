/** Breaks in long work: the work yields to the event loop every few milliseconds, so that other requests proceed. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const workMs = 4;
/** How many items are processed before the clock is checked again. */
const itemsPerLook = 32;

/** Knows when the work has held the event loop for long enough, and then yields. */
export class Breaks {
  #began = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#began >= workMs;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}

/** The items as an array. Takes breaks between the items of a generator. */
export async function collectWithBreaks<T>(items: Iterable<T>, breaks: Breaks): Promise<readonly T[]> {
  if (Array.isArray(items)) return items;
  const all: T[] = [];
  for (const item of items) {
    all.push(item);
    if (all.length % itemsPerLook === 0 && breaks.isDue) await breaks.take();
  }
  return all;
}

/** Like `map` of an array, with breaks. */
export async function mapWithBreaks<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const breaks = new Breaks();
  const mapped: R[] = [];
  for (const item of items) {
    if (mapped.length % itemsPerLook === itemsPerLook - 1 && breaks.isDue) await breaks.take();
    mapped.push(map(item));
  }
  return mapped;
}

/** How many items `mapSomeAtOnce` maps concurrently. */
const sideBySide = 32;

/** Like `mapWithBreaks`, for an asynchronous `map`, for example one that reads. */
export async function mapSomeAtOnce<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const breaks = new Breaks();
  const mapped: R[] = [];
  for (let at = 0; at < items.length; at += sideBySide) {
    mapped.push(...(await Promise.all(items.slice(at, at + sideBySide).map(map))));
    if (breaks.isDue) await breaks.take();
  }
  return mapped;
}

/**
 * All pages. Takes breaks between them, because a page that is read in a view of its own takes none. `read` is given the `last` of the page
 * before; undefined for the first page. The last page has no `last`.
 */
export async function* pagesWithBreaks<At, Page extends { readonly last?: At | undefined }>(
  read: (at: At | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  const breaks = new Breaks();
  let at: At | undefined;
  do {
    const page = await read(at);
    yield page;
    at = page.last;
    if (breaks.isDue) await breaks.take();
  } while (at !== undefined);
}
