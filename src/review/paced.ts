import { Breaks } from '../define/breaks.ts';

/** The items, with yields to the event loop in between, so that a long read does not block the service. Fails if `signal` is aborted. */
export async function* paced<T>(items: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  const breaks = new Breaks();
  for await (const item of items) {
    yield item;
    if (!breaks.isDue) continue;
    await breaks.take();
    signal?.throwIfAborted();
  }
}
