/**
 * Flushes a large file in pieces while it is written, and pauses three times as long as each flush took. One flush of the whole file would
 * delay every other flush on the file system, and so every append to the log.
 */
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export const pieceBytes = 2 ** 20;
const restsPerFlush = 3;

/** Returns a function that takes the number of written bytes, and resolves when more may be written. */
export function pacedFlush(flush: () => Promise<void>): (bytes: number) => Promise<void> {
  let unflushed = 0;
  return async (bytes) => {
    unflushed += bytes;
    if (unflushed < pieceBytes) return;
    unflushed = 0;
    const began = performance.now();
    await flush();
    await delay(restsPerFlush * (performance.now() - began));
  };
}

/** Throws if there is not enough space for this many bytes. Must be called before they are written. */
export type AssertRoom = (bytes: number) => Promise<void>;

/** Like `assertRoom`, but resolves only when the pace of the flushes allows more to be written. */
export function pacedRoom(assertRoom: AssertRoom, flush: () => Promise<void>): AssertRoom {
  const wrote = pacedFlush(flush);
  return async (bytes) => {
    await assertRoom(bytes);
    await wrote(bytes);
  };
}

/** Copies a file that nobody changes to a new path. When it resolves, the copy is on the disk. */
export async function flushedCopy(from: string, to: string): Promise<void> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx');
    try {
      const wrote = pacedFlush(() => target.datasync());
      const piece = Buffer.allocUnsafe(pieceBytes);
      for (let at = 0; ; ) {
        const { bytesRead } = await source.read(piece, 0, pieceBytes, at);
        if (bytesRead === 0) break;
        const { bytesWritten } = await target.write(piece, 0, bytesRead, at);
        at += bytesWritten;
        await wrote(bytesWritten);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
