import { randomBytes } from 'node:crypto';
import { link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { syncPath, unlessMissing } from '../folders.ts';

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

/**
 * Writes a secret to a new file, and returns it. It is flushed to the disk before it is used, because everything that depends on it would be
 * lost with it. The file gets its name when it is complete. Otherwise a process that is killed could leave an empty file, with which nothing
 * would start.
 */
export async function makeSecretFile(path: string, secret: string): Promise<string> {
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  await writeFile(partial, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  // Unlike a rename, this fails if another process was faster.
  await link(partial, path).finally(() => unlink(partial));
  await syncPath(dirname(path));
  return secret;
}
