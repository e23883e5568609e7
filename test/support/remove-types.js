/**
 * How a version of Node that does not remove types itself loads TypeScript in tests. `tsx` would also wrap each function that is made, to
 * keep its name when code is minified. What was compiled is kept under the time and size of its source.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform, version } from 'esbuild';

const { mtimeMs: ownTime } = await stat(import.meta.filename);
const cache = join(import.meta.dirname, '../../node_modules/.cache/verbatim-tests');
const kept = join(cache, `${process.version}-${version}-${ownTime}`);

const options = {
  format: 'esm',
  target: `node${process.versions.node}`,
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

async function compiled(sourcefile, loader) {
  const { mtimeMs, size } = await stat(sourcefile);
  const file = join(kept, `${sourcefile}.${mtimeMs}.${size}.js`);
  const known = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (known !== undefined) return known;
  const { code } = await transform(await readFile(sourcefile, 'utf8'), { ...options, loader, sourcefile });
  // Others may read it meanwhile.
  const own = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(own, code);
  await rename(own, file);
  return code;
}

/** Node's hook: the source of a module. */
export async function load(url, context, next) {
  const loader = /\.(tsx?|json)(\?|$)/.exec(url)?.[1];
  if (loader === undefined) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url), loader), shortCircuit: true };
}
