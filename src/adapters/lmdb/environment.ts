import { statSync } from 'node:fs';
import { open, type RootDatabaseOptionsWithPath } from 'lmdb';

/** Opens a file of LMDB. Throws an error of the operating system that names the file, which LMDB's own errors do not. */
export function openEnvironment(options: RootDatabaseOptionsWithPath & { readonly path: string }) {
  // lmdb 3.5.6 ends the process with a signal if the lock's path is not a file.
  const lock = `${options.path}-lock`;
  if (statSync(lock, { throwIfNoEntry: false })?.isFile() === false)
    throw Object.assign(new Error(`${lock} cannot be opened: it is not a file, and must be removed`), {
      syscall: 'open',
    });
  try {
    return open(options);
  } catch (error) {
    // LMDB's own errors have negative numbers, those of the system positive ones.
    if (!(error instanceof Error) || !('code' in error) || Number(error.code) <= 0) throw error;
    const message = `${options.path} cannot be opened (${error.message}): every user that runs Verbatim must be able to write its files`;
    throw Object.assign(new Error(message, { cause: error }), { syscall: 'open' });
  }
}
