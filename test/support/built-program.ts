/** The program as its users run it: compiled, in a process of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The environment variable that tells mocha's workers whether the program was built: `built` or `failed`. */
export const programState = 'VERBATIM_TEST_PROGRAM';

const dependencies = ['package.json', 'package-lock.json'];

const compilations = ['tsconfig.client.json', 'tsconfig.replay.json'];

/** The modification time of a folder changes when a file is added to it or removed. */
function changedAt(path: string): number {
  const found = statSync(path);
  const below = found.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...below);
}

/** Whether a file is newer than all its sources, because `npm ci` or an earlier run has built it already. */
const isNewer = (built: string, sources: readonly string[]): boolean =>
  (statSync(join(root, built), { throwIfNoEntry: false })?.mtimeMs ?? 0) >
  Math.max(...[...sources, ...dependencies].map((path) => changedAt(join(root, path))));

const vite = (...args: readonly string[]): boolean =>
  spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  }).status === 0;

/** Builds the types of the package, unless `npm ci` or an earlier run has done so. */
export function builtTypes(): void {
  const sources = ['src', 'commands', 'projections', 'bin', 'tsconfig.json', ...compilations];
  // Written last.
  if (isNewer('dist/src/replay/types.d.ts', sources)) return;
  const compiler = 'node_modules/typescript/bin/tsc';
  for (const args of [...compilations.map((path) => [compiler, '-p', path]), ['bin/client-types.js']])
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
}

/** False if the build failed. The error is printed. */
export const build = (): boolean =>
  isNewer('dist/program/src/verbatim.js', ['src', 'commands', 'projections', 'vite.config.ts']) || vite();

/** Path of the `verbatim` command. Builds it first, unless build-before-tests.ts has done so. */
export function builtProgram(): string {
  process.env[programState] ??= build() ? 'built' : 'failed';
  if (process.env[programState] !== 'built') throw new Error('the program could not be built: see above');
  return join(root, 'bin/verbatim.js');
}

/** Path of the program that reconstructs moments, if build-before-tests.ts has built it. It starts much faster than its sources. */
export const builtReplica = (): string | undefined =>
  process.env[programState] === 'built' ? join(root, 'dist/program/src/past-replica.js') : undefined;

/** The environment variable that tells mocha's workers whether the web page was built: `built` or `failed`. */
export const pageState = 'VERBATIM_TEST_PAGE';

/** Like `build`. */
export const buildPage = (): boolean => isNewer('dist/page/index.html', ['web', 'src']) || vite('web');

/** The web page stands beside the program. Builds both first, unless build-before-tests.ts has done so. */
export function builtPage(): void {
  builtProgram();
  process.env[pageState] ??= buildPage() ? 'built' : 'failed';
  if (process.env[pageState] !== 'built') throw new Error('the web page could not be built: see above');
}
