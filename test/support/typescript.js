/**
 * Runs TypeScript without compiling it, also in worker threads, to which `--import=tsx` alone does not apply on Node 20. In the whole suite
 * the program was built (build-before-tests.ts), and a thread of it is run as it was built, without this file: it starts in a fifth of the time.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();

/** The address in `dist/program` of what is started by its path; undefined where that was not built. */
function builtOf(url) {
  const built = url.replace(/\/src\/(.+)\.ts$/, '/dist/program/src/$1.js');
  return built !== url && existsSync(fileURLToPath(built)) ? new URL(built) : undefined;
}

threads.Worker = class extends threads.Worker {
  constructor(entry, options) {
    const built = process.env.VERBATIM_TEST_PROGRAM === 'built' ? builtOf(String(entry)) : undefined;
    super(built ?? entry, built ? { ...options, execArgv: [] } : options);
  }
};
syncBuiltinESMExports();
