/**
 * The program as JavaScript. Loading hundreds of TypeScript files takes seconds, and what turns them one by one keeps the name of
 * each closure by a call whenever one is made; so they are made into a few files once, and again when they have changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainFields } from './plain-fields.js';

const root = resolve(import.meta.dirname, '..');
const sources = ['src', 'commands', 'projections'];
/** Beside the packages, because what is in it imports them. */
const kept = join(root, 'node_modules/.cache/verbatim');
/** Of other versions, for processes of theirs that still run and may start a thread. */
const keptMax = 5;

/** Each begins on its own: what `verbatim` runs, the service behind it, and the threads. */
const entries = {
  'command-line': 'src/cli/command-line.ts',
  main: 'src/main.ts',
  'render-worker': 'src/engine/render/render-work.ts',
  'read-writer-thread': 'src/adapters/lmdb/read-writer-work.ts',
};

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...[...sources, 'bin'].flatMap(filesIn), join(root, 'package.json')])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 32);
}

async function build(folder) {
  const { build: bundle } = await import('esbuild');
  const unfinished = `${folder}.${process.pid}`;
  await bundle({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [plainFields],
    sourcemap: 'linked',
    logLevel: 'error',
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process that started at the same time was first, with the same.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  removeOldest();
}

function removeOldest() {
  const age = (name) => statSync(join(kept, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = readdirSync(kept).sort((one, other) => age(other) - age(one));
  for (const name of newestFirst.slice(keptMax)) rmSync(join(kept, name), { recursive: true, force: true });
}

/** Where the program stands as JavaScript: a function from an entry's name to what `import` takes. */
export async function bundled() {
  const folder = join(kept, fingerprint());
  if (!existsSync(folder)) {
    mkdirSync(kept, { recursive: true });
    await build(folder);
  }
  return (entry) => pathToFileURL(join(folder, `${entry}.js`)).href;
}
