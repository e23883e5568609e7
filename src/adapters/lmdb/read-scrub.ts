/**
 * Takes the bytes of replaced and removed documents off the disk: what stands at one moment is written into a fresh
 * file, and then what was written since. Commits go on while the bulk is copied.
 */
import type { Transaction } from 'lmdb';
import type { Checkpoint, Write } from '../../ports/read-store.ts';
import { type NextFile, nextFile, orDiscard, removeFile } from './generations.ts';
import { freshBlocks, groupOfKey, type Put } from './postings/blocks.ts';
import { beforeBlocks, type Postings } from './postings/postings.ts';
import { applyPuts, type Entries, type ModelDefinition, openReadFile, type ReadFile, type Texts } from './read-file.ts';
import { prepared } from './read-handover.ts';

const entriesPerBatch = 1000;
const firstKey = '\0';

type Stretch = { readonly start: string; readonly exclusiveStart: true; readonly limit: number };

/** Hands out a database in stretches, each written before the next is read. */
const inStretches = async (
  copyStretch: (stretch: Stretch) => Promise<string | undefined>,
  after = firstKey,
): Promise<void> => {
  let last: string | undefined = after;
  while (last !== undefined) last = await copyStretch({ start: last, exclusiveStart: true, limit: entriesPerBatch });
};

const copyTexts = (from: Texts, to: Texts, copy: ReadFile, transaction: Transaction): Promise<void> =>
  inStretches(async (stretch) => {
    const texts = [...from.getRange({ ...stretch, transaction })];
    await copy.together(() => {
      for (const { key, value } of texts) void to.put(key, value);
    });
    return texts.at(-1)?.key;
  });

const copyEntries = (from: Entries, to: Entries, copy: ReadFile, transaction: Transaction): Promise<void> =>
  inStretches(async (stretch) => {
    const keys = [...from.getKeys({ ...stretch, transaction })];
    await copy.together(() => {
      for (const key of keys) void to.put(key, Buffer.alloc(0));
    });
    return keys.at(-1);
  });

/** Postings go over as blocks alone: those that nothing was changed in as they are, the others made anew from what is left. */
const copyPostings = async (from: Postings, to: Postings, copy: ReadFile, transaction: Transaction): Promise<void> => {
  const reader = from.read(transaction);
  const changed = await reader.changedGroups();
  await inStretches(async (stretch) => {
    const blocks = [...from.database.getRange({ ...stretch, transaction })];
    await copy.together(() => {
      for (const { key, value } of blocks) if (!changed.has(groupOfKey(key))) void to.database.put(key, value);
    });
    return blocks.at(-1)?.key;
  }, beforeBlocks);
  let puts: Put[] = [];
  const write = async (): Promise<void> => {
    await copy.together(() => applyPuts(to, puts));
    puts = [];
  };
  for (const [group, changes] of changed) {
    puts.push(...freshBlocks(group, reader.numbersAfter(group, changes)));
    if (puts.length >= entriesPerBatch) await write();
  }
  await write();
};

export type ReadCopy = {
  /** Writes what changed since the moment of the copy; then it is complete. */
  finish(since: readonly Write[], checkpoint: Checkpoint | undefined): Promise<NextFile>;
};

/** Copies the moment that `transaction` holds. */
export const copyReadFile = async (
  file: ReadFile,
  definitions: readonly ModelDefinition[],
  transaction: Transaction,
): Promise<ReadCopy> => {
  const next = nextFile(file.path);
  await removeFile(next.partial);
  const copy = openReadFile(next.partial, file.pace);
  await orDiscard(copy, next, async () => {
    await copy.define(definitions);
    for (const { name } of definitions) {
      const [source, target] = [file.modelNamed(name), copy.modelNamed(name)];
      await copyTexts(source.documents, target.documents, copy, transaction);
      for (const [index, { entries }] of source.indexes) {
        const into = target.indexes.get(index);
        if (into !== undefined) await copyEntries(entries, into.entries, copy, transaction);
      }
      for (const [index, postings] of source.postings) {
        const into = target.postings.get(index);
        if (into !== undefined) await copyPostings(postings, into, copy, transaction);
      }
    }
  });
  return {
    async finish(since, checkpoint) {
      await orDiscard(copy, next, async () => {
        for (let start = 0; start < since.length; start += entriesPerBatch) {
          await copy.write(since.slice(start, start + entriesPerBatch).map(prepared), undefined);
        }
        await copy.write([], checkpoint);
        await copy.close();
      });
      return next;
    },
  };
};
