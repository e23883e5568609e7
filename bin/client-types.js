/**
 * Part of `npm run build`: writes the types of `verbatim/client` from the OpenAPI description of the compiled server. Of the types of the
 * server it keeps only those of `verbatim/replay`, which import no others.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapi } from '../dist/program/src/http/openapi/openapi.js';
import { typescriptOf } from '../dist/program/src/http/openapi/typescript.js';
import { endpoints } from '../dist/program/src/http/routes/index.js';

/** The compiler does not change the extension of imported modules in declarations from `.ts` to `.js`. */
const named = (text) => text.replace(/(from '\.\/[\w/-]+)\.ts'/g, "$1.js'");

const folder = new URL('../dist/src/client/', import.meta.url);
writeFileSync(new URL('api.d.ts', folder), typescriptOf(await openapi(endpoints)));
for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts')))
  writeFileSync(new URL(file, folder), named(readFileSync(new URL(file, folder), 'utf8')));

const all = new URL('../dist/types/', import.meta.url);
for (const file of ['src/replay.d.ts', 'src/replay/types.d.ts']) {
  const kept = new URL(`../dist/${file}`, import.meta.url);
  mkdirSync(dirname(fileURLToPath(kept)), { recursive: true });
  writeFileSync(kept, named(readFileSync(new URL(file, all), 'utf8')));
}
rmSync(all, { recursive: true });
