/** A file store in a folder. A file appears under its name only when its bytes are on the disk. */
import { constants, createReadStream } from 'node:fs';
import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { exists, type FreeBytes, freeBytesOf, makeFolder, syncPath, unlessMissing } from '../../folders.ts';
import { assertKey, type FileKey, type FileReader, type FileStore, FileStoreFull } from '../../ports/file-store.ts';
import { limits } from '../../vocabulary/limits.ts';

const storedIn = (folder: string): string => join(folder, 'stored');

function pathsIn(stored: string): (key: FileKey) => string {
  return (key) => {
    assertKey(key);
    return join(stored, key);
  };
}

export function openFolderFileReader(folder: string): FileReader {
  const pathOf = pathsIn(storedIn(folder));
  return {
    async open(key, range) {
      // Without O_NONBLOCK, opening a pipe would never end.
      const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NONBLOCK).catch(unlessMissing);
      if (!file) return undefined;
      if ((await file.stat()).isFile())
        return createReadStream('', { fd: file, ...(range && { start: range.from, end: range.to }) });
      // A folder, pipe or device in the place of a file counts as an empty file. A device may be endless.
      await file.close();
      return Readable.from([]);
    },
    close: async () => undefined,
  };
}

type FolderOptions = {
  readonly freeBytes?: FreeBytes;
  /** Whether the folder is in the data folder. Otherwise it may be another program's, and its content is checked. */
  readonly isOwn?: boolean;
};

/** Opens the store, and creates its folder if it is missing. Only one process may use a folder at a time. */
export async function openFolderFileStore(
  folder: string,
  { freeBytes = freeBytesOf, isOwn = false }: FolderOptions = {},
): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  const stored = storedIn(folder);
  // Somebody else's folder may have been named by mistake.
  if (!isOwn && !(await exists(stored)) && (await exists(incoming)))
    throw new Error(`${incoming} is not of this service, because ${stored} is missing: name another folder`);
  // Uploads that an earlier process did not finish. No client has an answer that says they are stored.
  await rm(incoming, { recursive: true, force: true });
  for (const path of [folder, stored, incoming]) await makeFolder(path);
  const pathOf = pathsIn(stored);
  return {
    ...openFolderFileReader(folder),
    isShared: false,
    incoming,
    async assertRoom(bytes) {
      const free = await freeBytes(folder);
      if (free - bytes < limits.keptFreeByUploadsBytes)
        throw new FileStoreFull(`${free} bytes are free, ${limits.keptFreeByUploadsBytes} of them are kept free`);
    },
    async put(key, file) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      await rename(file.path, path);
      // Syncs the folders up to the store's own, because another upload may have just created these folders without syncing them yet.
      for (let above = dirname(path); above.length >= stored.length; above = dirname(above)) await syncPath(above);
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await syncPath(dirname(path)).catch(unlessMissing);
    },
    async *list() {
      for await (const entry of await opendir(stored, { recursive: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const key = relative(stored, path).split(sep).join('/');
        // The file may be removed at any time.
        const found = await stat(path).catch(unlessMissing);
        if (found) yield { key, size: found.size, at: Math.floor(found.mtimeMs) };
      }
    },
  };
}
