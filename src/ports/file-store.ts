/**
 * The port of a file store: bytes under keys. The content of a key never changes, because keys name the content
 * (`<organization>/<SHA-256>`). So the same content is stored once in an organization, and a reader can verify it.
 */
import type { Readable } from 'node:stream';
import type { Millis } from '../vocabulary/ids.ts';

/** Parts joined by `/`, each of letters, digits, `.`, `_` and `-`. */
export type FileKey = string;

/** Bytes `from` to `to`, both inclusive. */
export type ByteRange = { readonly from: number; readonly to: number };

/** A file on a local disk whose bytes are durable. */
export type ReceivedFile = { readonly path: string; readonly size: number };

/** `at`: the time at which the file was stored, or an earlier time at which it was received. */
type StoredFile = { readonly key: FileKey; readonly size: number; readonly at: Millis };

export type FileStore = {
  /** Whether several processes may use it at the same time. */
  readonly isShared: boolean;
  /** A folder on a local disk for files that are being received. Its contents are removed when the store opens. */
  readonly incoming: string;
  /** Throws `FileStoreFull` if this many more bytes may not be stored now. */
  assertRoom(bytes: number): Promise<void>;
  /**
   * Stores a file. The file is moved away if the store is not shared. It is durable once the promise resolves. If the key exists, the same
   * content is written again.
   */
  put(key: FileKey, file: ReceivedFile): Promise<void>;
  /**
   * The bytes of a key, or a range of them. Undefined if there is no such key. The caller must read the stream to its end or destroy it.
   */
  open(key: FileKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes a key. The bytes are off the disk once the promise resolves. Idempotent. */
  remove(key: FileKey): Promise<void>;
  /** All keys, in no particular order. */
  list(): AsyncIterable<StoredFile>;
  close(): Promise<void>;
};

/** A read-only file store. Another process may be storing files in it. Opening it changes nothing. */
export type FileReader = Pick<FileStore, 'open' | 'close'>;

/** Thrown when fewer bytes are free than must be kept free. */
export class FileStoreFull extends Error {
  override name = 'FileStoreFull';
}

/** Thrown when the store is out of reach or does not behave as expected. It may work again later. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}

/** Thrown when a stored file does not have the bytes that were stored. The message names it by its SHA-256. */
export class FileChanged extends Error {
  override name = 'FileChanged';

  constructor(sha256: string) {
    super(`the stored file with the SHA-256 ${sha256} has other bytes`);
  }
}

const keyForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Throws if a key could name anything other than a file of the store. */
export function assertKey(key: FileKey): void {
  if (!keyForm.test(key) || key.length > 500) throw new Error(`not a key of a file store: ${key}`);
}
