/**
 * Part of `npm run build`: writes the types of `verbatim/client` from the OpenAPI description of the compiled server, and names the modules
 * that the declarations of `verbatim/client` and `verbatim/replay` import.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openapi } from '../dist/program/src/http/openapi/openapi.js';
import { typescriptOf } from '../dist/program/src/http/openapi/typescript.js';
import { endpoints } from '../dist/program/src/http/routes/index.js';

/** The compiler does not change the extension of imported modules in declarations from `.ts` to `.js`. */
const named = (text) => text.replace(/(from '\.\/[\w/-]+)\.ts'/g, "$1.js'");

const types = new URL('../dist/src/', import.meta.url);
writeFileSync(new URL('client/api.d.ts', types), typescriptOf(await openapi(endpoints)));
const declarations = readdirSync(new URL('client/', types)).filter((name) => name.endsWith('.d.ts'));
for (const file of [...declarations.map((name) => `client/${name}`), 'replay.d.ts', 'replay/types.d.ts'])
  writeFileSync(new URL(file, types), named(readFileSync(new URL(file, types), 'utf8')));
