/** Computes what a batch of writes changes in a file. It compares the writes with the stored documents, before anything is written. */
import { DocumentRefused } from '../../ports/read-store.ts';
import type { IndexBatch } from './entry-index.ts';
import { documentKey } from './index-keys.ts';
import type { Index, Model } from './read-file.ts';
import type { SerializedWrite } from './serialized-write.ts';

/** Returns a function that writes the changes, to be called within a transaction. Throws DocumentRefused where an indexed value cannot be a key. */
export const changesOf = (modelNamed: (name: string) => Model, writes: readonly SerializedWrite[]): (() => void) => {
  const documentPuts: (() => void)[] = [];
  const batches = new Map<Index, IndexBatch>();
  const batchOf = (index: Index): IndexBatch => {
    const batch = batches.get(index) ?? index.batch();
    batches.set(index, batch);
    return batch;
  };
  for (const { model, id, text, fields } of writes) {
    const { documents, indexes } = modelNamed(model);
    const key = documentKey(id);
    const oldText = documents.get(key);
    if (text === oldText) continue;
    const old: object | undefined = oldText === undefined ? undefined : JSON.parse(oldText);
    documentPuts.push(() => void (text === undefined ? documents.remove(key) : documents.put(key, text)));
    try {
      for (const index of indexes.values()) batchOf(index).replace(old, fields, key);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new DocumentRefused({ model, id }, error.message);
    }
  }
  const indexPuts = [...batches.values()].map((batch) => batch.finish());
  return () => {
    for (const put of [...documentPuts, ...indexPuts]) put();
  };
};
