/**
 * The bytes of uploaded files. The same content is stored once in an organization, and removed with its last file. A mutex keeps an upload
 * of the same content from being acknowledged meanwhile. Processes that share a store have no such mutex. After a removal the log is read
 * once more, and after an upload the store: whichever is later finds what the other did, and stores the bytes again.
 */
import type { Readable } from 'node:stream';
import { KeyedMutex } from '../../define/mutex.ts';
import { type ByteRange, type FileKey, type FileStore, FileStoreUnavailable } from '../../ports/file-store.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { Millis, RealmId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { type Received, receive } from './receive.ts';

/** Two levels, because folders with many files are slow to list. */
export const contentKey = (realmId: RealmId, sha256: string): FileKey => `${realmId}/${sha256.slice(0, 2)}/${sha256}`;

const contentKeyForm = /^([1-9][0-9]*)\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/**
 * Whether the file is certainly not in the log, and the state has all acknowledged ones. After any other error it may be there, and bytes
 * without a file do less harm than a file without its bytes.
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

  /** See `receive`. */
  receive(source: Readable, bytesMax: number, seen?: (bytes: number) => void): Promise<Received> {
    return receive(source, this.#store, bytesMax, seen);
  }

  /** Stores the bytes, then calls `append`, which puts the file into the log. If that is refused, bytes that no file has are removed. */
  async keep<T>(realmId: RealmId, file: Received, append: () => Promise<T>): Promise<T> {
    const key = contentKey(realmId, file.sha256);
    return this.#mutex.run(key, async () => {
      await this.#store.put(key, file);
      const done = await append().catch(async (error: unknown) => {
        // The caller is told of the refusal. Bytes that cannot be removed now are only in the way.
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
   * Removes bytes stored before `before` that no file has: those of uploads whose process ended before the log named them. Younger ones may be
   * of an upload that another process is about to acknowledge. Returns how many.
   */
  async sweep(before: Millis): Promise<number> {
    const following = this.#following();
    if (!following) return 0;
    let removed = 0;
    for await (const { key, at } of this.#store.list()) {
      const [, realm = '', sha256 = ''] = contentKeyForm.exec(key) ?? [];
      const realmId = Number(realm) as RealmId;
      // Organizations that this log does not know may be of another one.
      const isOrphan = at < before && following.state.realms.has(realmId) && !this.#isUsed(realmId, sha256);
      if (!isOrphan) continue;
      await this.remove(realmId, sha256);
      removed += 1;
    }
    return removed;
  }

  /** Another process may have acknowledged a file of this content: the state hears of it first. */
  async #removeUnused(realmId: RealmId, sha256: string): Promise<void> {
    await this.#following()?.follower.catchUp();
    if (this.#isUsed(realmId, sha256)) return;
    const key = contentKey(realmId, sha256);
    if (this.#store.isShared) await this.#removeShared(realmId, sha256, key);
    else await this.#store.remove(key);
  }

  /** The bytes are kept here until the state has heard of every file that was acknowledged before they were removed. */
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
        // Where the log is out of reach, too: the removal will be tried again.
        if (isUsed) await this.#store.put(key, kept);
      } finally {
        await kept.discard();
      }
    }
  }

  /** A store that is away just after it took the bytes has them. */
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
