/**
 * Removes the bytes of replaced and removed documents from the disk. It writes a snapshot of the store into a new file, and then the
 * documents that were written since, as they are by then. Commits continue meanwhile; only the last few documents are written while none is
 * made. What is in memory at a time is bounded.
 */
import type { Key, Transaction } from 'lmdb';
import { Breaks } from '../../define/breaks.ts';
import { syncPath } from '../../folders.ts';
import type { Checkpoint } from '../../ports/read-store.ts';
import { limits } from '../../vocabulary/limits.ts';
import { documentKey } from './index-keys.ts';
import type { Table } from './layered.ts';
import { type NextFile, nextFile, orDiscard, removeFile } from './numbered-file.ts';
import { type AssertRoom, pacedRoom } from './paced-flush.ts';
import { bytesOfKey, freshBlocks, groupOfKey, keyOfBytes, type Put } from './postings/blocks.ts';
import { applyPuts, beforeBlocks, type Postings } from './postings/postings.ts';
import { type Model, type ModelDefinition, openReadFile, type ReadFile } from './read-file.ts';
import type { SerializedWrite } from './serialized-write.ts';

const entriesPerBatch = 1000;
const bytesPerBatch = 4 * 1024 * 1024;
/** A block that is rebuilt takes longer than one that is copied. */
const freshPerBatch = 500;
/** No commit is made while the last documents are written. So they should be at most this many. */
const changesAtEndMax = 500;
/** Each round takes less time than the one before, unless documents are written faster than they can be copied. */
const roundsMax = 10;
const bytesPerKey = 100;
const lengthOf = (value: unknown): number =>
  bytesPerKey + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 0);

/** Copies one database as it is in the snapshot `transaction`, in portions. */
const copyDatabase = async <V, K extends Key>(
  from: Table<V, K>,
  to: Table<V, K>,
  copy: ReadFile,
  transaction: Transaction,
  assertRoom: AssertRoom,
): Promise<void> => {
  let after: { readonly start?: K; readonly exclusiveStart?: boolean } = {};
  for (;;) {
    const entries: { readonly key: K; readonly value: V }[] = [];
    let bytes = 0;
    for (const entry of from.getRange({ ...after, limit: entriesPerBatch, transaction })) {
      entries.push(entry);
      bytes += lengthOf(entry.value);
      if (bytes >= bytesPerBatch) break;
    }
    const last = entries.at(-1);
    if (last === undefined) return;
    await assertRoom(bytes);
    await copy.transaction(() => {
      for (const { key, value } of entries) void to.put(key, value);
    });
    after = { start: last.key, exclusiveStart: true };
  }
};

/** Copies postings as blocks. Blocks of unchanged groups are copied; those of other groups are rebuilt with the changes in the records. */
const copyPostings = async (
  from: Postings,
  to: Postings,
  copy: ReadFile,
  transaction: Transaction,
  assertRoom: AssertRoom,
): Promise<void> => {
  const reader = from.read(transaction);
  const changed = await reader.changedGroups();
  let last = bytesOfKey(beforeBlocks);
  for (;;) {
    const range = { start: last, exclusiveStart: true, limit: entriesPerBatch, transaction };
    const blocks = [...from.database.getRange(range)].map(({ key, value }) => ({ key: keyOfBytes(key), bytes: value }));
    const end = blocks.at(-1)?.key;
    if (end === undefined) break;
    const unchanged = blocks.filter(({ key }) => !changed.has(groupOfKey(key)));
    await assertRoom(unchanged.reduce((sum, { bytes }) => sum + lengthOf(bytes), 0));
    await copy.transaction(() => applyPuts(to.database, unchanged));
    last = bytesOfKey(end);
  }
  let puts: Put[] = [];
  const write = async (): Promise<void> => {
    await assertRoom(puts.reduce((sum, { bytes }) => sum + lengthOf(bytes), 0));
    await copy.transaction(() => applyPuts(to.database, puts));
    puts = [];
  };
  for (const [group, changes] of changed) {
    puts.push(...freshBlocks(group, reader.numbersAfter(group, changes)));
    if (puts.length >= freshPerBatch) await write();
  }
  await write();
};

function* keysOf({ documents }: Model): Iterable<string> {
  let range: { readonly start?: string; readonly exclusiveStart?: boolean } = {};
  for (;;) {
    const keys = [...documents.getKeys({ ...range, limit: entriesPerBatch })];
    yield* keys;
    const start = keys.at(-1);
    if (start === undefined) return;
    range = { start, exclusiveStart: true };
  }
}

/** The documents that were written or removed. If they are too many, it is forgotten which, and any document may be one. */
export class ChangedDocuments {
  #keys = new Map<string, Set<string>>();
  size = 0;

  get #areTooMany(): boolean {
    return this.size > limits.keysSinceCopyMax;
  }

  add({ model, id }: { readonly model: string; readonly id: string }): void {
    if (this.#areTooMany) return;
    const keys = this.#keys.get(model) ?? new Set();
    this.#keys.set(model, keys);
    this.size -= keys.size;
    this.size += keys.add(documentKey(id)).size;
    if (this.#areTooMany) this.#keys.clear();
  }

  /** What there is so far, which is forgotten here. */
  taken(): ChangedDocuments {
    const taken = new ChangedDocuments();
    [taken.#keys, taken.size] = [this.#keys, this.size];
    [this.#keys, this.size] = [new Map(), 0];
    return taken;
  }

  /** The keys of documents that may differ in the copy. */
  *keys(name: string, file: ReadFile, copy: ReadFile): Iterable<string> {
    if (!this.#areTooMany) return yield* this.#keys.get(name) ?? [];
    const [source, target] = [file.modelNamed(name), copy.modelNamed(name)];
    yield* keysOf(source);
    for (const key of keysOf(target)) if (source.documents.get(key) === undefined) yield key;
  }
}

type ReadCopy = {
  /** Writes the documents that have changed, until few are left. `betweenCommits`: makes no commit while `work` runs. */
  catchUp(changed: ChangedDocuments, betweenCommits: <T>(work: () => Promise<T>) => Promise<T>): Promise<void>;
  /** Writes the rest of the documents that have changed since the snapshot. After that the copy is complete. No commit may be made meanwhile. */
  finish(changed: ChangedDocuments, checkpoint: Checkpoint | undefined): Promise<NextFile>;
};

/** Copies the snapshot that `transaction` holds. */
export const copyReadFile = async (
  file: ReadFile,
  definitions: readonly ModelDefinition[],
  transaction: Transaction,
  assertRoom: AssertRoom,
): Promise<ReadCopy> => {
  const next = nextFile(file.path);
  await removeFile(next.partial);
  const copy = openReadFile(next.partial, file.pace);
  const roomFor = pacedRoom(assertRoom, () => syncPath(next.partial));
  await orDiscard(copy, next, async () => {
    await copy.define(definitions);
    for (const { name } of definitions) {
      const [source, target] = [file.modelNamed(name), copy.modelNamed(name)];
      await copyDatabase(source.documents, target.documents, copy, transaction, roomFor);
      for (const [name, index] of source.indexes) {
        const into = target.indexes.get(name);
        if (into === undefined) continue;
        if ('codec' in index && 'codec' in into)
          await copyDatabase(index.database, into.database, copy, transaction, roomFor);
        else if (!('codec' in index || 'codec' in into)) await copyPostings(index, into, copy, transaction, roomFor);
      }
    }
  });
  const apply = async (changed: ChangedDocuments, roomToWrite: AssertRoom): Promise<void> => {
    const breaks = new Breaks();
    let batch: SerializedWrite[] = [];
    let bytes = 0;
    const write = async (): Promise<void> => {
      await roomToWrite(bytes);
      await copy.write(batch, undefined);
      batch = [];
      bytes = 0;
    };
    file.refresh();
    for (const { name: model } of definitions) {
      const [{ documents }, copied] = [file.modelNamed(model), copy.modelNamed(model)];
      for (const key of changed.keys(model, file, copy)) {
        if (breaks.isDue) await breaks.take();
        const text = documents.get(key);
        if (text === copied.documents.get(key)) continue;
        batch.push({ model, id: key, key, text, fields: text === undefined ? undefined : JSON.parse(text) });
        bytes += lengthOf(text);
        if (batch.length >= entriesPerBatch || bytes >= bytesPerBatch) await write();
      }
    }
    if (batch.length > 0) await write();
  };
  return {
    catchUp: (changed, betweenCommits) =>
      orDiscard(copy, next, async () => {
        for (let round = 0; round < roundsMax && changed.size > changesAtEndMax; round += 1)
          await apply(await betweenCommits(async () => changed.taken()), roomFor);
      }),

    async finish(changed, checkpoint) {
      await orDiscard(copy, next, async () => {
        await apply(changed, assertRoom);
        await copy.write([], checkpoint);
        await copy.close();
      });
      return next;
    },
  };
};
