/** A script of the tests as one compiled file. It starts in a third of the processor time that its sources take. */
import { existsSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');
/** The compiled files by their sources. Those of an earlier test file were removed after it. */
const made = new Map<string, string>();

/** The path of the compiled file. `threads`: the files of the worker threads that it starts, which are compiled into the same folder. */
export function bundled(source: string, ...threads: readonly string[]): string {
  const known = made.get(source);
  if (known !== undefined && existsSync(known)) return known;
  const folder = temporaryFolder();
  const outfile = join(folder, basename(source).replace(/\.ts$/, '.mjs'));
  symlinkSync(modules, join(folder, 'node_modules'));
  buildSync({
    entryPoints: [source, ...threads],
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  made.set(source, outfile);
  return outfile;
}
