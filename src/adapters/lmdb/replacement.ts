/** A store that is built in separate files while another one is in use, and then replaces it. */
import type { ReadStore, ReplacementStore } from '../../ports/read-store.ts';
import { type LocalLease, lentTo } from './local-lease.ts';
import { newestFile, removeFile, removeReplacement, replacementFile, replacementName } from './numbered-file.ts';
import type { ModelDefinition } from './read-file.ts';

type Open = (path: string, onClosed: (path: string) => Promise<void>) => ReadStore;

export function replacementIn(folder: string, name: string, open: Open) {
  let store: ReadStore | undefined;
  let isTaken = false;

  /** Begins a new store and removes an earlier one. It is written under the lease of the store in use. */
  async function begin(definitions: readonly ModelDefinition[], lease: LocalLease): Promise<ReplacementStore> {
    await close();
    await removeReplacement(folder, name);
    isTaken = false;
    const path = replacementFile(folder, name);
    const begun = open(path, async (last) => (isTaken ? undefined : removeFile(last)));
    store = begun;
    await begun.open(definitions);
    return lentTo(begun, lease);
  }

  /** Closes the store, keeps its file, and returns the path of the file. */
  async function take(): Promise<string> {
    if (!store) throw new Error('there is no replacement of this store');
    isTaken = true;
    await store.close();
    store = undefined;
    return newestFile(folder, replacementName(name));
  }

  async function close(): Promise<void> {
    await store?.close();
    store = undefined;
  }

  return { begin, take, close };
}
