import { setTimeout as delay } from 'node:timers/promises';

export async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  const inTime = promise.then(
    () => true,
    () => true,
  );
  const late = delay(ms, false, { signal: settled.signal }).catch(() => true);
  try {
    return await Promise.race([inTime, late]);
  } finally {
    settled.abort();
  }
}
