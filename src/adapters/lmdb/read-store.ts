/**
 * The embedded read store: LMDB without syncing, in a folder of its own. Commits survive the end of the process, but not a crash of the
 * machine. A store that may have lost commits (see shutdown-marker.ts), or is damaged, is discarded and built again from the log.
 */
import { Semaphore } from '../../define/mutex.ts';
import { type FreeBytes, makeFolder } from '../../folders.ts';
import {
  beforeEverything,
  type Checkpoint,
  type CopiedStore,
  type Lease,
  ReadStoreDamaged,
  ReadStoreUnavailable,
  type ReadView,
  type Write,
} from '../../ports/read-store.ts';
import { limits } from '../../vocabulary/limits.ts';
import { bytesOfWrites, spaceOf } from './free-space.ts';
import { localLease } from './local-lease.ts';
import { type NextFile, nextFile, takeIntoUse } from './numbered-file.ts';
import type { Pace } from './postings/pace.ts';
import { type ModelDefinition, openReadFile, type ReadFile } from './read-file.ts';
import { ChangedDocuments, copyReadFile } from './read-scrub.ts';
import { openReadView } from './read-view.ts';
import { readWriter, type WhenThreaded } from './read-writer.ts';
import { replacementIn } from './replacement.ts';
import { removeUnused, type SharedFile, sharedFile } from './shared-file.ts';
import { storeCopied } from './store-copy.ts';
import { closedFile, type Trust, type Trusting, trustedFile } from './trust.ts';

export type LmdbReadStoreOptions = Trust & {
  readonly thread?: WhenThreaded;
  /** When postings are merged into blocks (see postings/postings.ts). */
  readonly pace?: Pace;
  readonly freeBytes?: FreeBytes;
  /** The folder of a closed store. The new store begins with its documents, or empty if they cannot be trusted. */
  readonly over?: string;
};

/** Must be incremented when documents or index entries are stored in another way. A store with another format is discarded. */
const format = 3;

export const openLmdbReadStore = async (folder: string, options: LmdbReadStoreOptions = {}): Promise<CopiedStore> => {
  await makeFolder(folder);
  const { path, ...trust } = await trustedFile(folder, 'read-store', format, options);
  const over = options.over === undefined ? undefined : await closedFile(options.over, 'read-store', format);
  return runStore(folder, openReadFile(path, options.pace, over), trust, options);
};

/** LMDB's MDB_PAGE_NOTFOUND and MDB_CORRUPTED, and MDB_BAD_TXN, which every further read in the same transaction gets. */
const codesOfDamage: readonly unknown[] = [-30_797, -30_796, -30_782];

const isOfDamage = (error: unknown): boolean =>
  error instanceof ReadStoreDamaged ||
  (error instanceof Error && 'code' in error && codesOfDamage.includes(error.code));

const runStore = (folder: string, first: ReadFile, trust: Trusting, options: LmdbReadStoreOptions): CopiedStore => {
  const { thread = 'when it pays', pace } = options;
  const space = spaceOf(folder, options.freeBytes);
  let current = sharedFile(first);
  let definitions: readonly ModelDefinition[] = [];
  /** Runs writes one after the other, because each reads the documents that it replaces. */
  const writing = new Semaphore(1);
  /** What was, or may have been, written since the snapshot that a scrub copies. Undefined when no scrub runs. */
  let sinceCopy: ChangedDocuments | undefined;
  /** Held while another file replaces the current one. It is a copy, or was built beside it. */
  const replacing = new Semaphore(1);
  let scrubbing: Promise<void> | undefined;
  /** Settles when files that are no longer in use are removed. If a removal fails, the next start removes them. */
  let freed: Promise<unknown> = Promise.resolve();
  const replacement = replacementIn(folder, 'read-store', (at, onEnd) =>
    runStore(folder, openReadFile(at, pace), { closed: onEnd, damaged: async () => undefined }, options),
  );
  let changedSinceScrub = true;
  let closing: Promise<void> | undefined;
  let broken: Error | undefined;
  /** Whether the file in use is known to be damaged. */
  let isDamaged = false;
  const writer = readWriter(() => definitions, thread);
  const lease = localLease();
  const listeners = new Set<(checkpoint: Checkpoint | undefined) => void>();

  const assertSound = (): void => {
    if (broken !== undefined) throw new ReadStoreUnavailable('the read store failed', { cause: broken });
  };

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the read store is closed');
    assertSound();
  };

  /** Runs `body` on a snapshot. The checkpoint is undefined if the store is empty. */
  const withSnapshot = async <T>(
    body: (view: ReadView, checkpoint: Checkpoint | undefined) => Promise<T>,
  ): Promise<T> => {
    assertOpen();
    const held = current;
    held.hold();
    const transaction = held.file.beginRead();
    let end = (): void => transaction.done();
    try {
      const checkpoint = held.file.checkpoint(transaction);
      const opened = openReadView(held.file, transaction, checkpoint ?? beforeEverything);
      end = opened.end;
      return await body(opened.view, checkpoint);
    } catch (error) {
      if (!isOfDamage(error)) throw error;
      isDamaged = true;
      await trust.damaged();
      throw error instanceof ReadStoreDamaged ? error : new ReadStoreDamaged(error);
    } finally {
      end();
      held.release();
    }
  };

  /** Throws ReadStoreUnavailable if there is not enough space for this many writes. */
  const assertRoom = async (writes: number, keptFree: number): Promise<void> => {
    const why = await space.whyNot(bytesOfWrites(writes), keptFree);
    if (why !== undefined) throw new ReadStoreUnavailable(why);
  };

  const commit = async (writes: readonly Write[], checkpoint: Checkpoint | undefined): Promise<void> => {
    assertSound();
    // Writes without a checkpoint are parts of a snapshot of the state. They can wait, and so must leave more space free.
    await assertRoom(writes.length, checkpoint ? limits.keptFreeByReadModelsBytes : limits.keptFreeByWritesBytes);
    changedSinceScrub = true;
    for (const write of writes) sinceCopy?.add(write);
    await writer.write(current.file, writes, checkpoint);
  };

  const takeFileIntoUse = async (next: NextFile): Promise<SharedFile<ReadFile>> => {
    const old = current;
    try {
      await writer.leave();
      await takeIntoUse(next);
      const file = openReadFile(next.whole, pace);
      await file.define(definitions);
      current = sharedFile(file);
      return old;
    } catch (error) {
      // The next start may already open the new file. Writes to the old file from now on would be lost.
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };

  const scrub = async (): Promise<void> => {
    await freed;
    const { file } = current;
    const changed = new ChangedDocuments();
    await space.assertRoomForCopy(file.path, limits.keptFreeByWritesBytes);
    const assertRoomToCopy = (bytes: number): Promise<void> =>
      space.assertRoom(bytes, limits.keptFreeByReadModelsBytes);
    try {
      const transaction = await writing.run(async () => {
        changedSinceScrub = false;
        sinceCopy = changed;
        return file.beginRead();
      });
      const copy = await copyReadFile(file, definitions, transaction, assertRoomToCopy).finally(() =>
        transaction.done(),
      );
      await copy.catchUp(changed, (work) => writing.run(work));
      const old = await writing.run(async () => {
        const next = await copy.finish(changed, file.checkpoint());
        return takeFileIntoUse(next);
      });
      await removeUnused(old);
    } catch (error) {
      changedSinceScrub = true;
      throw error;
    } finally {
      sinceCopy = undefined;
    }
  };

  const exchange = async (held: Lease): Promise<void> => {
    const old = await writing.run(async () => {
      lease.assertHeld(held);
      const whole = nextFile(current.file.path).whole;
      changedSinceScrub = true;
      isDamaged = false;
      return takeFileIntoUse({ partial: await replacement.take(), whole });
    });
    for (const listener of listeners) listener(current.file.checkpoint());
    // Open snapshots of the old file may last for long.
    freed = Promise.allSettled([freed, removeUnused(old)]);
  };

  const close = async (): Promise<void> => {
    await replacing.run(() => replacement.close());
    await freed;
    await writing.run(async () => undefined);
    await writer.close();
    await current.free();
    await current.file.close();
    if (!isDamaged) await trust.closed(current.file.path);
  };

  return {
    async open(models) {
      assertOpen();
      definitions = models;
      await assertRoom(1, limits.keptFreeByRemovalsBytes);
      await writing.run(() => current.file.define(models));
    },

    checkpoint: () => withSnapshot(async (_view, checkpoint) => checkpoint),

    snapshot: (body) => withSnapshot((view) => body(view)),

    async takeLease(holder, ttlMs) {
      assertOpen();
      return lease.take(holder, ttlMs);
    },

    async commit(writes, checkpoint, held) {
      assertOpen();
      await writing.run(async () => {
        lease.assertHeld(held);
        await commit(writes, checkpoint);
      });
      if (checkpoint) for (const listener of listeners) listener(checkpoint);
    },

    prepare(writes) {
      if (closing === undefined && broken === undefined) writer.prepare(current.file, writes);
    },

    async reset(held) {
      assertOpen();
      // A copy in progress would restore the removed documents.
      const old = await replacing.run(() =>
        writing.run(async () => {
          lease.assertHeld(held);
          changedSinceScrub = true;
          await assertRoom(1, limits.keptFreeByRemovalsBytes);
          await writer.leave();
          if (current.file.over === undefined) return current.file.empty();
          const next = nextFile(current.file.path);
          await openReadFile(next.partial, pace).close();
          return takeFileIntoUse(next);
        }),
      );
      if (old) await removeUnused(old);
      for (const listener of listeners) listener(undefined);
    },

    onCheckpoint(listener) {
      assertOpen();
      listeners.add(listener);
      listener(current.file.checkpoint());
      return () => {
        listeners.delete(listener);
      };
    },

    async openReplacement(held) {
      assertOpen();
      lease.assertHeld(held);
      await space.assertRoomForCopy(current.file.path, limits.keptFreeByWritesBytes);
      return replacement.begin(definitions, lease);
    },

    async exchange(held) {
      assertOpen();
      return replacing.run(() => exchange(held));
    },

    async scrub() {
      assertOpen();
      scrubbing ??= replacing
        .run(async () => (changedSinceScrub ? scrub() : undefined))
        .finally(() => {
          scrubbing = undefined;
        });
      return scrubbing;
    },

    async copyTo(target) {
      assertOpen();
      // A file on top of another one has only a part of the documents.
      if (current.file.over !== undefined) await this.scrub();
      await space.assertRoomForCopy(current.file.path, limits.keptFreeByWritesBytes);
      const held = current;
      held.hold();
      try {
        await storeCopied(target, 'read-store', format, (path) => held.file.copyTo(path));
      } finally {
        held.release();
      }
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
};
