/**
 * Part of `npm run build`: writes the types of `verbatim/client` from the description of the API, which the compiled server gives, and
 * keeps of all types of the server those of `verbatim/replay`, which stand alone.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapi } from '../dist/program/src/http/openapi/openapi.js';
import { typescriptOf } from '../dist/program/src/http/openapi/typescript.js';
import { endpoints } from '../dist/program/src/http/routes/index.js';

/** The compiler leaves the names of modules in declarations as they are in the source. */
const named = (text) => text.replace(/(from '\.\/[\w/-]+)\.ts'/g, "$1.js'");

const folder = new URL('../dist/src/client/', import.meta.url);
writeFileSync(new URL('api.d.ts', folder), typescriptOf(openapi(endpoints)));
for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts')))
  writeFileSync(new URL(file, folder), named(readFileSync(new URL(file, folder), 'utf8')));

const all = new URL('../dist/types/', import.meta.url);
for (const file of ['src/replay.d.ts', 'src/replay/types.d.ts']) {
  const kept = new URL(`../dist/${file}`, import.meta.url);
  mkdirSync(dirname(fileURLToPath(kept)), { recursive: true });
  writeFileSync(kept, named(readFileSync(new URL(file, all), 'utf8')));
}
rmSync(all, { recursive: true });
