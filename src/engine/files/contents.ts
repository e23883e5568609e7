/**
 * The bytes of uploaded files. The same content is stored once in an organization, and removed with its last file. Within a process, a mutex
 * separates an upload and a removal of the same content. Processes that share a file store have no common mutex. Therefore the log is read
 * again after a removal, and the store after an upload. Whichever ends later finds what the other did, and stores the bytes again.
 */

import type { Readable } from 'node:stream';
import { KeyedMutex } from '../../define/mutex.ts';
import { type ByteRange, type FileKey, type FileStore, FileStoreUnavailable } from '../../ports/file-store.ts';
import type { ServerState } from '../../state/realm-state.ts';
import { dayMs } from '../../vocabulary/day.ts';
import type { ExportId, Millis, RealmId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import type { Logger } from '../logger.ts';
import { type Received, receive } from './receive.ts';

/** The key has two levels of folders, because folders with many files are slow to list. */
export const contentKey = (realmId: RealmId, sha256: string): FileKey => `${realmId}/${sha256.slice(0, 2)}/${sha256}`;

/** The keys of an export for review: its archive, and the index of what the archive names. */
export const exportKey = (realmId: RealmId, exportId: ExportId, what: 'zip' | 'index'): FileKey =>
  `review-exports/${realmId}/${exportId}.${what}`;

const contentKeyForm = /^([1-9][0-9]*)\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/**
 * Whether the error shows that the file is not in the log. After any other error it may be there, so that the bytes stay: bytes without a
 * file do less harm than a file without its bytes.
 */
const isCertain = (error: unknown): boolean =>
  error instanceof Refused && (error.refusal.code !== 'unavailable' || error.refusal.cause === 'disk-full');

type Following = {
  readonly state: ServerState;
  /** `catchUp` resolves when the state contains everything that is in the log at the call. */
  readonly follower: { catchUp(): Promise<void> };
};

export class Contents {
  readonly #store: FileStore;
  readonly #following: () => Following | undefined;
  readonly #mutex = new KeyedMutex();

  /** `following`: the state and its follower; undefined before the log is followed. */
  constructor(store: FileStore, following: () => Following | undefined) {
    this.#store = store;
    this.#following = following;
  }

  receive(source: Readable, bytesMax: number, seen?: (bytes: number) => void): Promise<Received> {
    return receive(source, this.#store, bytesMax, seen);
  }

  /**
   * Stores the bytes, then calls `append`, which writes the file's event to the log. If that is refused, the bytes are removed unless
   * another file has them.
   */
  async keep<T>(realmId: RealmId, file: Received, append: () => Promise<T>): Promise<T> {
    const key = contentKey(realmId, file.sha256);
    return this.#mutex.run(key, async () => {
      await this.#store.put(key, file);
      const done = await append().catch(async (error: unknown) => {
        // The caller gets the refusal. Bytes that cannot be removed now do no harm: a later sweep removes them.
        if (isCertain(error)) await this.#removeUnused(realmId, file.sha256).catch(() => undefined);
        throw error;
      });
      if (this.#store.isShared && !(await this.#isThere(key))) await this.#store.put(key, file);
      return done;
    });
  }

  open(realmId: RealmId, sha256: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#store.open(contentKey(realmId, sha256), range);
  }

  /** Removes bytes that no file of the organization has any more. */
  async remove(realmId: RealmId, sha256: string): Promise<void> {
    await this.#mutex.run(contentKey(realmId, sha256), () => this.#removeUnused(realmId, sha256));
  }

  /**
   * Removes bytes that were stored before `before` and that no file has. They are from uploads whose process ended before its event was in
   * the log. Younger bytes may be from an upload that another process is about to acknowledge. Returns the number of removed contents.
   */
  async sweep(before: Millis): Promise<number> {
    const following = this.#following();
    if (!following) return 0;
    let removed = 0;
    for await (const { key, at } of this.#store.list()) {
      const [, realm = '', sha256 = ''] = contentKeyForm.exec(key) ?? [];
      const realmId = Number(realm) as RealmId;
      // The bytes of organizations that are not in this log may belong to another log.
      const isOrphan = at < before && following.state.realms.has(realmId) && !this.#isUsed(realmId, sha256);
      if (!isOrphan) continue;
      await this.remove(realmId, sha256);
      removed += 1;
    }
    return removed;
  }

  /** Another process may have acknowledged a file with this content, so that the state catches up first. */
  async #removeUnused(realmId: RealmId, sha256: string): Promise<void> {
    await this.#following()?.follower.catchUp();
    if (this.#isUsed(realmId, sha256)) return;
    const key = contentKey(realmId, sha256);
    if (this.#store.isShared) await this.#removeShared(realmId, sha256, key);
    else await this.#store.remove(key);
  }

  /** Keeps a copy of the bytes until the state has caught up with every file that was acknowledged before the removal. */
  async #removeShared(realmId: RealmId, sha256: string, key: FileKey): Promise<void> {
    const source = await this.#store.open(key);
    if (!source) return;
    const kept = await receive(source, this.#store, Number.MAX_SAFE_INTEGER);
    let isUsed = true;
    try {
      await this.#store.remove(key);
      await this.#following()?.follower.catchUp();
      isUsed = this.#isUsed(realmId, sha256);
    } finally {
      try {
        // The bytes are also put back when the log is out of reach: the removal will be tried again.
        if (isUsed) await this.#store.put(key, kept);
      } finally {
        await kept.discard();
      }
    }
  }

  /** If the store is out of reach just after it took the bytes, it counts as having them. */
  async #isThere(key: FileKey): Promise<boolean> {
    try {
      const source = await this.#store.open(key);
      source?.destroy();
      return source !== undefined;
    } catch (error) {
      if (error instanceof FileStoreUnavailable) return true;
      throw error;
    }
  }

  #isUsed(realmId: RealmId, sha256: string): boolean {
    const following = this.#following();
    if (!following) throw new Error('files are in use before the log is followed');
    return following.state.realms.get(realmId)?.files.contents.has(sha256) ?? false;
  }
}

/** Bytes without a file are swept at this age. */
const orphanAgeMs = dayMs;

/** Never rejects: if the file store is out of reach, the next scrub sweeps the files. */
export async function sweepFiles(contents: Contents, logger: Logger): Promise<void> {
  try {
    const removed = await contents.sweep(Date.now() - orphanAgeMs);
    if (removed > 0) logger.info({ removed }, 'removed bytes of uploads that were interrupted');
  } catch (error) {
    logger.warn({ err: error }, 'the bytes of interrupted uploads were not removed');
  }
}
