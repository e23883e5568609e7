/**
 * Computes the changes that a batch of writes makes to a file. It compares the writes with the stored documents before anything is written.
 */
import { DocumentRefused } from '../../ports/read-store.ts';
import type { IndexBatch } from './entry-index.ts';
import { documentKey } from './index-keys.ts';
import type { Model, TextDatabase } from './read-file.ts';
import type { SerializedWrite } from './serialized-write.ts';

/** Maps a key to its text; undefined for a removed document. */
type Texts = Map<string, string | undefined>;
type Changing = { readonly documents: TextDatabase; readonly puts: Texts; readonly batches: readonly IndexBatch[] };

/** The texts by model. */
export type Puts = ReadonlyMap<string, { readonly puts: ReadonlyMap<string, string | undefined> }>;

export type Prepared = {
  /**
   * Must be called after the commit under way has ended, because it makes the remaining reads. Returns a function that writes the changes, to
   * be called within a transaction.
   */
  finish(): () => void;
  readonly puts: Puts;
};

/** `beingCommitted`: the writes that are being committed. Throws DocumentRefused if an indexed value cannot be a key. */
export const changesOf = (
  modelNamed: (name: string) => Model,
  writes: Iterable<SerializedWrite>,
  beingCommitted?: Puts,
): Prepared => {
  const changing = new Map<string, Changing>();
  const changingOf = (name: string): Changing => {
    const { documents, indexes } = modelNamed(name);
    const fresh: Changing = {
      documents,
      puts: new Map(),
      batches: [...indexes.values()].map((index) => index.batch()),
    };
    changing.set(name, fresh);
    return fresh;
  };
  for (const { model, id, key = documentKey(id), text, fields } of writes) {
    const { documents, batches, puts } = changing.get(model) ?? changingOf(model);
    const pending = beingCommitted?.get(model)?.puts;
    const oldText = pending?.has(key) ? pending.get(key) : documents.get(key);
    if (text === oldText) continue;
    const old: object | undefined = oldText === undefined ? undefined : JSON.parse(oldText);
    puts.set(key, text);
    try {
      for (const batch of batches) batch.replace(old, fields, key);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new DocumentRefused({ model, id }, error.message);
    }
  }
  return {
    puts: changing,
    finish() {
      const indexPuts = [...changing.values()].flatMap(({ batches }) => batches.map((batch) => batch.finish()));
      return () => {
        for (const { documents, puts } of changing.values())
          for (const [key, text] of puts) void (text === undefined ? documents.remove(key) : documents.put(key, text));
        for (const put of indexPuts) put();
      };
    },
  };
};
