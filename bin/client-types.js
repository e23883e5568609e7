/** Part of `npm run build`: writes the types of `verbatim/client` from the description of the API, which the compiled server gives. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openapi } from '../dist/src/http/openapi/openapi.js';
import { typescriptOf } from '../dist/src/http/openapi/typescript.js';
import { endpoints } from '../dist/src/http/routes/index.js';

const folder = new URL('../dist/src/client/', import.meta.url);
writeFileSync(new URL('api.d.ts', folder), typescriptOf(openapi(endpoints)));
// The compiler leaves the names of modules in declarations as they are in the source.
for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(new URL(file, folder), 'utf8');
  writeFileSync(new URL(file, folder), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
