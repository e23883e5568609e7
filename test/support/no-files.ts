/** A file store for servers to which no files are sent. */
import type { FileStore } from '../../src/ports/file-store.ts';

const unused = (): never => {
  throw new Error('no files are stored here');
};

export const noFiles: FileStore = {
  isShared: false,
  incoming: '/nowhere',
  assertRoom: unused,
  put: unused,
  open: async () => undefined,
  remove: async () => undefined,
  async *list() {},
  close: async () => undefined,
};
