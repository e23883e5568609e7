/** A store that is built in separate files while another one is in use, and then replaces it. */
import type { ReadStore, ReplacementStore } from '../../ports/read-store.ts';
import { type LocalLease, lentTo } from './local-lease.ts';
import { newestFile, removeFile, removeReplacement, replacementFile, replacementName } from './numbered-file.ts';
import type { ModelDefinition } from './read-file.ts';

type Open = (path: string, onClosed: (path: string) => Promise<void>) => ReadStore;

export class Replacement {
  readonly #folder: string;
  readonly #name: string;
  readonly #open: Open;
  #store: ReadStore | undefined;
  #isTaken = false;

  constructor(folder: string, name: string, open: Open) {
    this.#folder = folder;
    this.#name = name;
    this.#open = open;
  }

  /** Begins a new store and removes an earlier one. It is written under the lease of the store in use. */
  async begin(definitions: readonly ModelDefinition[], lease: LocalLease): Promise<ReplacementStore> {
    await this.close();
    await removeReplacement(this.#folder, this.#name);
    this.#isTaken = false;
    const path = replacementFile(this.#folder, this.#name);
    const store = this.#open(path, async (last) => (this.#isTaken ? undefined : removeFile(last)));
    this.#store = store;
    await store.open(definitions);
    return lentTo(store, lease);
  }

  /** Closes the store, keeps its file, and returns the path of the file. */
  async take(): Promise<string> {
    if (!this.#store) throw new Error('there is no replacement of this store');
    this.#isTaken = true;
    await this.#store.close();
    this.#store = undefined;
    return newestFile(this.#folder, replacementName(this.#name));
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
  }
}
