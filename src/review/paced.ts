/** Long reads beside a running service: they yield to the event loop every few milliseconds. */
import { Breaks } from '../define/breaks.ts';

/** The items, with yields to the event loop in between. If `signal` is aborted, fails with its reason. */
export async function* paced<T>(items: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  const breaks = new Breaks();
  for await (const item of items) {
    yield item;
    if (!breaks.isDue) continue;
    await breaks.take();
    signal?.throwIfAborted();
  }
}
