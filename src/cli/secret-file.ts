import { readFile, stat } from 'node:fs/promises';
import { type Config, ConfigError } from '../config.ts';
import { unlessMissing } from '../folders.ts';

/** The trimmed text of a file that contains a secret; undefined if there is none. Throws ConfigError in production if others can read it. */
export async function readSecretFile(path: string, mode: Config['mode']): Promise<string | undefined> {
  try {
    const { mode: rights } = await stat(path);
    if (mode === 'production' && (rights & 0o077) !== 0)
      throw new ConfigError(`${path} can be read by other users: run chmod 600 ${path}`);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    return unlessMissing(error);
  }
}
