/** Computes what a batch of writes changes in a file. It compares the writes with the stored documents, before anything is written. */
import { DocumentRefused } from '../../ports/read-store.ts';
import type { IndexBatch } from './entry-index.ts';
import { documentKey } from './index-keys.ts';
import type { Model, TextDatabase } from './read-file.ts';
import type { SerializedWrite } from './serialized-write.ts';

/** What changes in one model. `text` undefined: the document is removed. */
type Changing = {
  readonly documents: TextDatabase;
  readonly puts: { readonly key: string; readonly text: string | undefined }[];
  readonly batches: readonly IndexBatch[];
};

/** Returns a function that writes the changes, to be called within a transaction. Throws DocumentRefused where an indexed value cannot be a key. */
export const changesOf = (modelNamed: (name: string) => Model, writes: Iterable<SerializedWrite>): (() => void) => {
  const changing = new Map<string, Changing>();
  const changingOf = (name: string): Changing => {
    const { documents, indexes } = modelNamed(name);
    const fresh = { documents, puts: [], batches: [...indexes.values()].map((index) => index.batch()) };
    changing.set(name, fresh);
    return fresh;
  };
  for (const { model, id, text, fields } of writes) {
    const { documents, batches, puts } = changing.get(model) ?? changingOf(model);
    const key = documentKey(id);
    const oldText = documents.get(key);
    if (text === oldText) continue;
    const old: object | undefined = oldText === undefined ? undefined : JSON.parse(oldText);
    puts.push({ key, text });
    try {
      for (const batch of batches) batch.replace(old, fields, key);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new DocumentRefused({ model, id }, error.message);
    }
  }
  const indexPuts = [...changing.values()].flatMap(({ batches }) => batches.map((batch) => batch.finish()));
  return () => {
    for (const { documents, puts } of changing.values())
      for (const { key, text } of puts) void (text === undefined ? documents.remove(key) : documents.put(key, text));
    for (const put of indexPuts) put();
  };
};
