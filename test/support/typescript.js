/**
 * Runs TypeScript without compiling it, also in worker threads. If the program was built (build-before-tests.ts), its threads run the
 * compiled code without this file, because that starts in a fifth of the time.
 */
import { existsSync } from 'node:fs';
import { register, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';

if (!process.features.typescript) {
  process.setSourceMapsEnabled(true);
  register('./remove-types.js', import.meta.url);
}

/** The compiled file in `dist/program` for a source file; undefined if it was not built. */
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
