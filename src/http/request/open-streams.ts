/** Limits how many answers of lines (`Lines`) are open at a time. Each stays open as long as its client reads. */
import type { Lines } from '../../define/endpoint.ts';
import { heldLines } from '../../define/held-lines.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** `max`: how many may be read at a time for one key. */
export function openStreams(max: number) {
  const open = new ConcurrencyLimit(max);
  /** Counts the lines from `made` until the last one is read or the client is gone (`gone`). Throws a 429 if too many are being read. */
  return async (key: string, gone: AbortSignal, made: () => Lines | Promise<Lines>): Promise<Lines> => {
    const end = open.begin(key);
    try {
      return heldLines(await made(), gone, end);
    } catch (error) {
      end();
      throw error;
    }
  };
}
