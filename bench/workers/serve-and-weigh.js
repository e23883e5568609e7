/** The service as `bin/verbatim.js` runs it. On SIGUSR2 it collects all garbage, and writes how many bytes of heap are left into its data folder. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env.VERBATIM_DATA ?? '.', 'heap');

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  writeFileSync(`${file}.partial`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.partial`, file);
});

// The program goes on until the service ends.
await import('../../dist/program/src/verbatim.js');
