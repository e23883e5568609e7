/**
 * Counts how often a process flushes to the disk. If strace is installed, it counts exactly the calls of that process; otherwise the disk's
 * own counter is used, which includes every process of the machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FlushCounter = {
  readonly how: 'strace' | 'disk';
  /** The wrapper command that the process must be started with. */
  readonly wrapper: readonly string[];
  count(): number;
  remove(): void;
};

export function flushCounter(): FlushCounter {
  return spawnSync('strace', ['-V']).error === undefined ? byStrace() : byDisk();
}

function byStrace(): FlushCounter {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-flushes-'));
  const file = join(folder, 'trace');
  return {
    how: 'strace',
    // Only these calls are traced; all others run at full speed.
    wrapper: ['strace', '-f', '--seccomp-bpf', '-qq', '-o', file, '-e', 'trace=fdatasync,fsync,msync'],
    // An interrupted call is printed on two lines.
    count: () => readFileSync(file, 'utf8').match(/(fdatasync|fsync|msync)\(/g)?.length ?? 0,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The sixteenth field of the statistics of the disk that holds temporary files. */
function byDisk(): FlushCounter {
  const { dev } = statSync(tmpdir());
  const path = `/sys/dev/block/${dev >> 8}:${dev & 0xff}/stat`;
  return {
    how: 'disk',
    wrapper: [],
    count: () => Number(readFileSync(path, 'utf8').trim().split(/\s+/)[15]),
    remove: () => undefined,
  };
}
