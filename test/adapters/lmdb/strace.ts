/** Extracts the order of disk writes, flushes and acknowledgements from a trace of appending-child.ts. */
import { spawnSync } from 'node:child_process';

export const hasStrace = (): boolean => spawnSync('strace', ['-V']).error === undefined;

type State = { written: boolean; flushing: Set<string>; flushed: boolean };

/**
 * For each append between its lines `begin` and `done`: whether pages were written and then a flush both began and
 * succeeded in between. Lines of a trace begin with the thread's id; a call that others interrupt takes two lines.
 */
export const durableBefore = (trace: string): boolean[] => {
  const verdicts: boolean[] = [];
  let append: State | undefined;
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (/^write\(1, "begin /.test(call)) append = { written: false, flushing: new Set(), flushed: false };
    if (append === undefined) continue;
    if (/^pwrite/.test(call)) append.written = true;
    if (/^(fdatasync|fsync|msync)\(/.test(call) && append.written) append.flushing.add(thread);
    if (/(fdatasync|fsync|msync)(\(| resumed).*= 0$/.test(call) && append.flushing.has(thread)) append.flushed = true;
    if (/^write\(1, "done /.test(call)) {
      verdicts.push(append.flushed);
      append = undefined;
    }
  }
  return verdicts;
};
