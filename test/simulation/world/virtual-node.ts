/**
 * Replaces the functions of Node that differ from run to run: timers, clocks and random numbers. It needs a process of its own, because it
 * changes Node for all code in it. Import it, and call `virtualNode`, before the product is opened.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Owner, Scheduled, Scheduler } from './scheduler.ts';

const require = createRequire(import.meta.url);

export type Around = {
  readonly scheduler: Scheduler;
  /** Numbers from 0 up to 1, for the product. */
  readonly random: () => number;
  /** How far the clock of a process is from the world's, in milliseconds. */
  readonly skew: (owner: Owner) => number;
};

/** The time at which every world begins, in milliseconds since 1970. */
const epoch = Date.UTC(2030, 0, 1);

let around: Around | undefined;
const world = (): Around => {
  if (!around) throw new Error('no world is being simulated');
  return around;
};

type Timer = {
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
  refresh(): Timer;
  close(): void;
  [Symbol.toPrimitive](): number;
};
const running = new WeakMap<object, () => void>();
let timers = 0;

function timerOf(ms: number, isRepeated: boolean, run: () => void): Timer {
  const { scheduler } = world();
  const { owner } = scheduler;
  const number = ++timers;
  let scheduled: Scheduled | undefined;
  const start = (): void => {
    scheduled = scheduler.in(Math.max(1, Math.trunc(Number(ms)) || 1), owner, () => {
      if (isRepeated) start();
      run();
    });
  };
  start();
  const stop = (): void => scheduled?.cancel();
  const timer: Timer = {
    ref: () => timer,
    unref: () => timer,
    hasRef: () => true,
    refresh() {
      stop();
      start();
      return timer;
    },
    close: stop,
    [Symbol.toPrimitive]: () => number,
  };
  running.set(timer, stop);
  return timer;
}

const clear = (timer: unknown): void => {
  if (typeof timer === 'object' && timer !== null) running.get(timer)?.();
};

type Callback = (...given: unknown[]) => void;
const callbacks = {
  setTimeout: (run: Callback, ms = 1, ...given: unknown[]) => timerOf(ms, false, () => run(...given)),
  setInterval: (run: Callback, ms = 1, ...given: unknown[]) => timerOf(ms, true, () => run(...given)),
  setImmediate(run: Callback, ...given: unknown[]) {
    const { scheduler } = world();
    const scheduled = scheduler.in(0, scheduler.owner, () => run(...given));
    const immediate = {};
    running.set(immediate, () => scheduled.cancel());
    return immediate;
  },
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};

type Options = { readonly signal?: AbortSignal };
const aborted = (): Error =>
  Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
const waiting = (begin: (done: () => void) => unknown, value: unknown, { signal }: Options): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const timer = begin(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    const abort = (): void => {
      clear(timer);
      reject(aborted());
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
const promises = {
  setTimeout: (ms?: number, value?: unknown, options: Options = {}) =>
    waiting((done) => callbacks.setTimeout(done, ms), value, options),
  setImmediate: (value?: unknown, options: Options = {}) =>
    waiting((done) => callbacks.setImmediate(done), value, options),
};

const word = (): number => Math.floor(world().random() * 2 ** 32);
function fill<T extends ArrayBufferView>(view: T, from = 0, length?: number): T {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const end = length === undefined ? bytes.length : from + length;
  for (let at = from; at < end; at += 1) bytes[at] = word() & 255;
  return view;
}
const uuid = (): string => {
  const bytes = fill(Buffer.alloc(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
const random = {
  randomFillSync: fill,
  randomUUID: uuid,
  randomBytes: (size: number) => fill(Buffer.alloc(size)),
  randomInt: (a: number, b?: number) => {
    const [min, max] = b === undefined ? [0, a] : [a, b];
    return min + Math.floor(world().random() * (max - min));
  },
};

const now = (): number => {
  const { scheduler, skew } = world();
  return Math.floor(epoch + scheduler.now + skew(scheduler.owner));
};
const RealDate = Date;
class VirtualDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static override now = now;
}

let isInstalled = false;

/** From now on the product uses the time and random numbers of this world. */
export function virtualNode(next: Around): void {
  around = next;
  if (isInstalled) return;
  isInstalled = true;
  Object.assign(globalThis, callbacks, { Date: VirtualDate });
  Object.assign(require('node:timers'), callbacks);
  Object.assign(require('node:timers/promises'), promises);
  Object.assign(require('node:crypto'), random);
  Math.random = () => world().random();
  performance.now = () => world().scheduler.now;
  syncBuiltinESMExports();
}
