/** Long work beside a service: others have their turn every few milliseconds. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const workMs = 5;

/** The items, with a turn of everybody else between them now and then. Ends with the reason of `signal` once that is aborted. */
export async function* paced<T>(items: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  let began = performance.now();
  for await (const item of items) {
    yield item;
    if (performance.now() - began < workMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
