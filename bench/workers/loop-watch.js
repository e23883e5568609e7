/**
 * Loaded into the server under test before everything else: measures how long its event loop is blocked. On SIGUSR2 it writes the
 * longest time since the last one, in milliseconds, to the file that BENCH_LOOP_FILE names. It is plain JavaScript because
 * nothing loads TypeScript at that point.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 1;
const file = process.env.BENCH_LOOP_FILE;

if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.partial`, String(Math.max(0, delays.max / 1e6 - resolutionMs)));
    renameSync(`${file}.partial`, file);
    delays.reset();
  });
}
