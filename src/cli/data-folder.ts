import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { makeFolder, unlessMissing } from '../folders.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

const makers = '`verbatim serve`, `realm create`, `import` and `restore` make one';

/** Throws ConfigError if the folder does not exist, because a mistyped path must not become an empty server. */
export async function requireDataFolder(path: string): Promise<void> {
  if (!(await orConfigError(path, isFolder(path)))) throw new ConfigError(`there is no data folder ${path}; ${makers}`);
}

/** Throws ConfigError if there is no embedded log, because a folder that was named by mistake must not become an empty server. */
export async function requireLog({ data, eventLog }: Pick<Config, 'data' | 'eventLog'>): Promise<void> {
  await refuseUnfinishedRestore(data);
  if (eventLog !== 'embedded') return;
  const files = (await readdir(join(data, 'log')).catch(unlessMissing)) ?? [];
  if (!files.some((name) => name.startsWith('log'))) throw new ConfigError(`there is no log in ${data}; ${makers}`);
}

/** Makes the folder, and missing folders above it. Throws ConfigError if that is impossible. */
export const makeDataFolder = (path: string): Promise<void> =>
  orConfigError(
    path,
    isFolder(path).then((isThere) => (isThere ? undefined : makeFolder(path))),
  );

/** False if nothing is there. Throws if it cannot be read. */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(unlessMissing);
  if (!found) return false;
  if (found.isDirectory()) {
    await readdir(path);
    return true;
  }
  throw new ConfigError(`VERBATIM_DATA cannot be used: ${path} is not a folder`);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Turns an error of the operating system into a ConfigError about the data folder. */
export const orConfigError = <T>(path: string, done: Promise<T>): Promise<T> =>
  done.catch((error: unknown) => {
    if (codeOf(error) === undefined || !(error instanceof Error)) throw error;
    throw new ConfigError(`VERBATIM_DATA cannot be used: ${path} (${error.message})`, { cause: error });
  });
