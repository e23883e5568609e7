/** Takes a file from a client: it is written while it comes, hashed on the way, and durable at the end. */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '../../ports/file-store.ts';

/** A file that was received and is not stored yet. */
export type Received = {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Its first bytes, which tell what it is. */
  readonly head: Buffer;
  /** Removes what is left of it. It must be called, whatever became of the file. */
  discard(): Promise<void>;
};

/** More bytes came than are accepted. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

const headBytes = 64;
/** Bytes after which the free space is looked at again. */
const roomEvery = 1024 * 1024;

/** Rejects with `FileTooLarge`, with `FileStoreFull`, or with an error of the source. Nothing is left of the file then. */
export async function receive(
  source: Readable,
  { incoming, assertRoom }: Pick<FileStore, 'incoming' | 'assertRoom'>,
  bytesMax: number,
  seen: (bytes: number) => void = () => undefined,
): Promise<Received> {
  await assertRoom(roomEvery);
  const path = join(incoming, randomUUID());
  const discard = (): Promise<void> => rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const heads: Buffer[] = [];
  let [size, looked] = [0, 0];
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      seen(chunk.length);
      if (size > bytesMax) throw new FileTooLarge();
      if (size - looked >= roomEvery) {
        looked = size;
        await assertRoom(roomEvery);
      }
      if (size - chunk.length < headBytes) heads.push(chunk.subarray(0, headBytes));
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
    await file.close();
    return { path, size, sha256: hash.digest('hex'), head: Buffer.concat(heads).subarray(0, headBytes), discard };
  } catch (error) {
    await file.close().catch(() => undefined);
    await discard();
    throw error;
  }
}
