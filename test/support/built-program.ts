/** The program as its users run it: compiled, in a process of its own. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The environment variable that tells mocha's workers whether the program was built: `built` or `failed`. */
export const programState = 'VERBATIM_TEST_PROGRAM';

/** The environment variable that tells mocha's workers whether the web page was built: `built` or `failed`. */
export const pageState = 'VERBATIM_TEST_PAGE';

/** Builds a part of `dist`, unless it is newer than its sources. False if the build failed. The error is printed. */
const builtNow = (part: 'program' | 'types' | 'page'): boolean =>
  spawnSync(process.execPath, [join(root, 'bin/build.js'), '--if-older', part], { stdio: ['ignore', 2, 2] }).status ===
  0;

export const build = (): boolean => builtNow('program');

export const buildPage = (): boolean => builtNow('page');

/** The types of the package. */
export function builtTypes(): void {
  if (!builtNow('types')) throw new Error('the types could not be built: see above');
}

/** Path of the `verbatim` command. Builds it first, unless build-before-tests.ts has done so. */
export function builtProgram(): string {
  process.env[programState] ??= build() ? 'built' : 'failed';
  if (process.env[programState] !== 'built') throw new Error('the program could not be built: see above');
  return join(root, 'bin/verbatim.js');
}

/** Path of the program that reconstructs moments, if build-before-tests.ts has built it. It starts much faster than its sources. */
export const builtReplica = (): string | undefined =>
  process.env[programState] === 'built' ? join(root, 'dist/program/src/past-replica.js') : undefined;

/** The built web page next to the program. Builds both first, unless build-before-tests.ts has done so. */
export function builtPage(): void {
  builtProgram();
  process.env[pageState] ??= buildPage() ? 'built' : 'failed';
  if (process.env[pageState] !== 'built') throw new Error('the web page could not be built: see above');
}
