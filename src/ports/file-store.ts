/**
 * The port of a file store: bytes under keys. What a key holds never changes: keys name the content (`<organization>/<SHA-256>`), so that
 * the same content is stored once in an organization, and what is read can be checked.
 */
import type { Readable } from 'node:stream';
import type { Millis } from '../vocabulary/ids.ts';

/** Parts joined by `/`, each of letters, digits, `.`, `_` and `-`. */
export type FileKey = string;

/** Bytes `from` to `to`, both inclusive. */
export type ByteRange = { readonly from: number; readonly to: number };

/** A file on a local disk whose bytes are durable. */
export type ReceivedFile = { readonly path: string; readonly size: number };

/** `at`: when it was stored, or received before that. */
export type StoredFile = { readonly key: FileKey; readonly size: number; readonly at: Millis };

export type FileStore = {
  /** Whether several processes may use it at the same time. */
  readonly isShared: boolean;
  /** A folder on a local disk for files that are being received. What is in it when the store opens is removed. */
  readonly incoming: string;
  /** Throws `FileStoreFull` where this many bytes more may not be stored now. */
  assertRoom(bytes: number): Promise<void>;
  /**
   * Stores a file, which is moved away where the store is not shared. Durable once it resolves. A key that is there already is written
   * again, with the same content.
   */
  put(key: FileKey, file: ReceivedFile): Promise<void>;
  /** The bytes of a key, or some of them; undefined where there is none. The caller reads the stream to its end or destroys it. */
  open(key: FileKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Idempotent. The bytes are off the disk once it resolves. */
  remove(key: FileKey): Promise<void>;
  /** All keys, in no particular order. */
  list(): AsyncIterable<StoredFile>;
  close(): Promise<void>;
};

/** Fewer bytes are free than are kept free. */
export class FileStoreFull extends Error {
  override name = 'FileStoreFull';
}

/** The store cannot be reached, or does not do what it should; it may later. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}

const keyForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Throws where a key could name anything else than a file of the store. */
export function assertKey(key: FileKey): void {
  if (!keyForm.test(key) || key.length > 500) throw new Error(`no key of a file store: ${key}`);
}
