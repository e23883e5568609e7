/**
 * Builds parts of `dist`: `node bin/build.js program types page`. With `--if-older` it builds only those parts that are older than what they
 * are built of. `npm run build` builds everything; `npm start` and the tests build what is older.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const vite = 'node_modules/vite/bin/vite.js';
const compiler = 'node_modules/typescript/bin/tsc';

/** What every part is built of: `package-lock.json` stands for the installed packages. */
const common = ['package.json', 'package-lock.json', 'bin', 'tsconfig.json'];

const program = ['src', 'commands', 'projections', 'vite.config.ts'];

/** The folder of each part, what it is built of, and the Node programs that build it. The types are made with the help of the program. */
const parts = {
  program: { folder: 'dist/program', sources: program, steps: [[vite, 'build']] },
  types: {
    folder: 'dist/src',
    sources: [...program, 'tsconfig.client.json', 'tsconfig.replay.json'],
    steps: [
      [compiler, '-p', 'tsconfig.client.json'],
      [compiler, '-p', 'tsconfig.replay.json'],
      ['bin/client-types.js'],
    ],
  },
  page: { folder: 'dist/page', sources: ['src', 'web'], steps: [[vite, 'build', 'web']] },
};

/** The time of a folder is the newest below it; its own changes when a file is added to it or removed. */
function changedAt(path) {
  const found = statSync(path);
  const below = found.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...below);
}

/** A part whose build has ended well has this file, with the time at which the build began. */
const markOf = ({ folder }) => join(root, folder, 'built');

const isNewer = (part) =>
  (statSync(markOf(part), { throwIfNoEntry: false })?.mtimeMs ?? 0) >
  Math.max(...[...common, ...part.sources].map((path) => changedAt(join(root, path))));

/** Whether it succeeded. What the steps print goes to the standard error. */
function build(part) {
  const begin = new Date();
  rmSync(markOf(part), { force: true });
  const succeeds = (step) => spawnSync(process.execPath, step, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
  if (!part.steps.every(succeeds)) return false;
  writeFileSync(markOf(part), '');
  utimesSync(markOf(part), begin, begin);
  return true;
}

const ifOlder = process.argv.includes('--if-older');
const named = process.argv.slice(2).filter((argument) => argument !== '--if-older');
const wanted = named.map((name) => parts[name]);
if (wanted.length === 0 || wanted.includes(undefined)) {
  process.stderr.write(`usage: node bin/build.js [--if-older] ${Object.keys(parts).join(' ')}\n`);
  process.exit(2);
}
if (!wanted.every((part) => (ifOlder && isNewer(part)) || build(part))) process.exitCode = 1;
