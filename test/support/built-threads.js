/** A hook of the module loader: what has been built stands for its source. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The address in `dist/program` of what is started by its path; undefined where that was not built. */
export function builtOf(url) {
  const built = url.replace(/\/src\/(.+)\.ts$/, '/dist/program/src/$1.js');
  return built !== url && existsSync(fileURLToPath(built)) ? built : undefined;
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const built = builtOf(found.url);
  return built === undefined ? found : { ...found, url: built, format: 'module' };
}
