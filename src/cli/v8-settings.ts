/** What the engine beneath is told once the server listens; before, all it compiles and keeps is for the start alone. */
import { setFlagsFromString } from 'node:v8';

export const settleV8 = (): void => {
  // A full collection begins when the heap is twice as large as what is alive in it. Left to itself V8 waits for two to four times
  // as much, and what ten thousand answered polls leave behind would stand beside the ten thousand that wait. Half as large again
  // would save more memory, but costs a sixth more for each message.
  setFlagsFromString('--heap-growing-percent=100');
  // A message passes through many small functions: twice as much of them as usual is compiled into those that call them. It takes
  // longer to compile, which a start would feel.
  setFlagsFromString('--max-inlined-bytecode-size=920');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=1840');
};
