/**
 * Flushes a large file piece by piece while it is written, and rests three times as long as each flush took. Flushing it as a whole would
 * delay every other flush on the file system, and with it every append to the log.
 */
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export const pieceBytes = 2 ** 20;
const restsPerFlush = 3;

/** Returns a function that is told how many bytes were written. It resolves when more may be. */
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

/** Throws where this many bytes may not be written, for want of space. To be called before they are. */
export type AssertRoom = (bytes: number) => Promise<void>;

/** Like `assertRoom`, but resolves only when the flush allows more to be written. */
export function pacedRoom(assertRoom: AssertRoom, flush: () => Promise<void>): AssertRoom {
  const wrote = pacedFlush(flush);
  return async (bytes) => {
    await assertRoom(bytes);
    await wrote(bytes);
  };
}

/** Copies a file, which nobody changes meanwhile, to a path where there is none. Then it is on the disk. */
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
