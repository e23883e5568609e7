/** How the server's memory is kept. */
import { setFlagsFromString } from 'node:v8';

/**
 * From now on a full collection begins when the heap is twice as large as what is alive in it. Left to itself V8 waits for two to
 * four times as much, and what ten thousand answered polls leave behind would stand beside the ten thousand that wait. Half as
 * large again would save more memory, but costs a sixth more for each message.
 */
export const keepHeapTight = (): void => setFlagsFromString('--heap-growing-percent=100');
