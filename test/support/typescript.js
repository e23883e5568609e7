/**
 * Runs TypeScript without compiling it, also in worker threads, to which `--import=tsx` alone does not apply on Node 20. In the whole suite
 * the program was built (build-before-tests.ts), and a thread of it is run as it was built: it starts in a third of the time.
 */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { builtOf } from './built-threads.js';

const isBuilt = process.env.VERBATIM_TEST_PROGRAM === 'built';
if (!isMainThread && isBuilt && builtOf(pathToFileURL(process.argv[1]).href) !== undefined)
  register(new URL('./built-threads.js', import.meta.url));
else (await import('tsx/esm/api')).register();
