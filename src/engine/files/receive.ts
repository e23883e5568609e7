/** Receives a file from a client. The bytes are written and hashed as they arrive, and are durable at the end. */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '../../ports/file-store.ts';

/** A file that was received but is not stored yet. */
export type Received = {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The first bytes of the file, from which its type is detected. */
  readonly head: Buffer;
  /** Removes the temporary bytes. It must be called in every case. */
  discard(): Promise<void>;
};

/** Thrown when more bytes arrive than are accepted. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

const headBytes = 64;
/** The free space is checked again after this many bytes. */
const roomEvery = 1024 * 1024;

/** Rejects with `FileTooLarge`, with `FileStoreFull`, or with an error of the source. Then no bytes are left behind. */
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
