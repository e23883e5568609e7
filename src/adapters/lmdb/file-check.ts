/**
 * Checks whether a store's file can be opened. LMDB maps a file into memory and trusts it: a damaged file ends the process with a signal
 * and without an error message. Therefore a file is not opened before it is known to be intact. When a store is closed, the digest of the
 * beginning of its file is written beside it, and a start that finds the same beginning opens the file. Otherwise, for example after a
 * crash, another process opens the file first and reads both ends of each database.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, unlessMissing } from '../../folders.ts';

/** The pages that LMDB reads first. */
const beginningBytes = 64 * 1024;
const checkMsMax = 120_000;

/** The program of the other process. Its arguments are the address of the `lmdb` package and the path of the file. */
const reading = `
const [lmdb, path] = process.argv.slice(1);
const { open } = await import(lmdb);
const root = open({ path, readOnly: true, maxDbs: 1000 });
for (const name of [...root.getKeys()]) {
  const database = root.openDB({ name: String(name), encoding: 'binary', keyEncoding: 'binary' });
  for (const reverse of [false, true]) Array.from(database.getRange({ reverse, limit: 1 }));
}
await root.close();
`;

const digestPath = (folder: string, name: string): string => join(folder, `${name}.digest`);

/** Undefined if there is no file. */
const beginningOf = async (path: string): Promise<{ size: number; digest: string } | undefined> => {
  const handle = await open(path, 'r').catch(unlessMissing);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    const digest = createHash('sha256').update(`${size} `).update(buffer.subarray(0, bytesRead)).digest('hex');
    return { size, digest };
  } finally {
    await handle.close();
  }
};

/** Must be called after the store's file was closed or made. A file that is missing or empty later was lost. */
export const recordDigest = async (folder: string, name: string, path: string): Promise<void> => {
  const { digest = '' } = (await beginningOf(path)) ?? {};
  const target = digestPath(folder, name);
  await writeFile(`${target}.partial`, digest);
  await rename(`${target}.partial`, target);
};

/**
 * The reason why the file cannot be opened. Undefined if it can, or if there is no file yet. No process may write to it during the check.
 */
export const whyDamaged = async (folder: string, name: string, path: string): Promise<string | undefined> => {
  const beginning = await beginningOf(path).catch((error: unknown) => {
    if (hasErrorCode(error, 'EIO')) return 'unreadable' as const;
    throw error;
  });
  if (beginning === 'unreadable') return 'the disk fails to read it (EIO)';
  const recorded = await readFile(digestPath(folder, name), 'utf8').catch(unlessMissing);
  if (beginning === undefined) return recorded === undefined ? undefined : 'the file is missing';
  if (beginning.digest === recorded) return undefined;
  // A file that LMDB has just made is empty for a moment, and has lost nothing.
  return beginning.size > 0 ? whyUnreadable(path) : 'it is empty';
};

const whyUnreadable = (path: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const args = ['--input-type=module', '--eval', reading, import.meta.resolve('lmdb'), path];
    const options = { env: {}, timeout: checkMsMax };
    execFile(process.execPath, args, options, (error) => {
      if (error === null) resolve(undefined);
      else if (error.signal) resolve(`opening it ends a process with ${error.signal}`);
      else if (typeof error.code === 'number') resolve('it cannot be read');
      else reject(error);
    });
  });
