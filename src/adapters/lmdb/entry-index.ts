/** An ordinary index. It has one entry (a key without a value) for each document, or for each element if a field contains an array. */
import { type Entry, type EntryCodec, entryCodec } from './index-keys.ts';
import type { Table } from './layered.ts';

/** Collects the changes that a batch of writes makes to one index. */
export type IndexBatch = {
  /** Replaces the document `before` with `after`. Undefined means that there is no document. */
  replace(before: object | undefined, after: object | undefined, documentKey: string): void;
  /** Makes the remaining reads. Returns a function that writes the changes, to be called within a transaction. */
  finish(): () => void;
};

export type EntryIndex = {
  readonly codec: EntryCodec;
  readonly database: Table<Buffer, Entry>;
  batch(): IndexBatch;
};

const noValue = Buffer.alloc(0);

export const openEntryIndex = (database: Table<Buffer, Entry>, fields: readonly string[]): EntryIndex => {
  const codec = entryCodec(fields);
  return {
    codec,
    database,
    batch() {
      const [removed, added]: [Entry[], Entry[]] = [[], []];
      return {
        replace(before, after, documentKey) {
          const changes = codec.changes(before, after, documentKey);
          for (const entry of changes.removed) removed.push(entry);
          for (const entry of changes.added) added.push(entry);
        },
        finish: () => () => {
          for (const entry of removed) void database.remove(entry);
          for (const entry of added) void database.put(entry, noValue);
        },
      };
    },
  };
};
