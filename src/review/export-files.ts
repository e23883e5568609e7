/**
 * The files of exports for review in the file store: the archive, and an index of the users and messages that it names. The index ends with
 * the SHA-256 of what precedes it, because no event of the log has its hash.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportKey } from '../engine/files/contents.ts';
import { receive } from '../engine/files/receive.ts';
import type { ByteRange, FileKey, FileStore } from '../ports/file-store.ts';
import type { ExportId, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

/** Messages and users that were erased, and that an export may name. */
export type Erased = { readonly messages?: readonly number[]; readonly users?: readonly number[] };

const numberBytes = 8;
const digestBytes = 32;

export class ExportFiles {
  readonly #store: FileStore;
  readonly #bytesMax: number;

  constructor(store: FileStore, bytesMax: number = limits.exportBytesMax) {
    this.#store = store;
    this.#bytesMax = bytesMax;
  }

  get incoming(): string {
    return this.#store.incoming;
  }

  /** Throws FileStoreFull. */
  assertRoom(bytes: number): Promise<void> {
    return this.#store.assertRoom(bytes);
  }

  /** Throws FileStoreFull and FileTooLarge. Then nothing is left behind. */
  async keep(realmId: RealmId, exportId: ExportId, bytes: Readable): Promise<{ bytes: number; sha256: string }> {
    const { size, sha256 } = await this.#put(exportKey(realmId, exportId, 'zip'), bytes);
    return { bytes: size, sha256 };
  }

  /** Stores the index of the users and messages that it names. */
  async keepIndex(realmId: RealmId, exportId: ExportId, messages: Iterable<number>, users: Iterable<number>) {
    await this.#put(exportKey(realmId, exportId, 'index'), Readable.from(indexBytes(messages, users)));
  }

  open(realmId: RealmId, exportId: ExportId, range?: ByteRange): Promise<Readable | undefined> {
    return this.#store.open(exportKey(realmId, exportId, 'zip'), range);
  }

  /** Whether the export names any of these messages or users. True if its index is missing or damaged. */
  async names(realmId: RealmId, exportId: ExportId, { messages = [], users = [] }: Erased): Promise<boolean> {
    const wanted = new Set([...messages, ...users.map((userId) => -userId)]);
    const stream = await this.#store.open(exportKey(realmId, exportId, 'index'));
    if (!stream) return true;
    const check = createHash('sha256');
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const numbers = Math.max(0, Math.floor((bytes.length - digestBytes) / numberBytes));
      for (let at = 0; at < numbers; at += 1) if (wanted.has(bytes.readDoubleLE(numberBytes * at))) return true;
      check.update(bytes.subarray(0, numberBytes * numbers));
      rest = bytes.subarray(numberBytes * numbers);
    }
    return !check.digest().equals(rest);
  }

  /** Idempotent. The bytes are off the disk once the promise resolves. */
  async remove(realmId: RealmId, exportId: ExportId): Promise<void> {
    await this.#store.remove(exportKey(realmId, exportId, 'zip'));
    await this.#store.remove(exportKey(realmId, exportId, 'index'));
  }

  async #put(key: FileKey, bytes: Readable) {
    const received = await receive(bytes, this.#store, this.#bytesMax);
    try {
      await this.#store.put(key, received);
    } finally {
      await received.discard();
    }
    return received;
  }
}

/** The ids of messages unchanged, and the ids of users as negative numbers. */
function* indexBytes(messages: Iterable<number>, users: Iterable<number>): Generator<Buffer> {
  const size = 8_192;
  const check = createHash('sha256');
  let chunk = Buffer.alloc(numberBytes * size);
  let count = 0;
  for (const list of [messages, [...users].map((userId) => -userId)])
    for (const id of list) {
      chunk.writeDoubleLE(id, numberBytes * count);
      count += 1;
      if (count < size) continue;
      check.update(chunk);
      yield chunk;
      chunk = Buffer.alloc(numberBytes * size);
      count = 0;
    }
  const last = chunk.subarray(0, numberBytes * count);
  yield Buffer.concat([last, check.update(last).digest()]);
}
