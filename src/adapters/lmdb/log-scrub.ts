/**
 * Removes the bytes of truncated events from the disk. LMDB keeps deleted data in free pages, and its own compacting copy also copies the
 * unused part of overflow pages. So every remaining event is written into a new file, which then replaces the old one. Appends continue
 * while most of the file is copied. They wait only for the copy of the events that were appended in that time.
 */
import { syncPath } from '../../folders.ts';
import { type Chunk, type LogFile, openLogFile, type Placed } from './log-file.ts';
import { type NextFile, nextFile, orDiscard, removeFile } from './numbered-file.ts';
import { type AssertRoom, pacedRoom } from './paced-flush.ts';
import { parseEvent } from './stored-event.ts';

const bytesPerIndexEntry = 200;
const bytesIn = (records: readonly { readonly json: string }[]): number =>
  records.reduce((sum, { json }) => sum + Buffer.byteLength(json) + bytesPerIndexEntry, 0);

/** Writes the events after a position, up to and including another, chunk by chunk. */
const copyEvents = async (
  from: LogFile,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  assertRoom: AssertRoom,
  write: (records: Chunk['records']) => Promise<unknown>,
): Promise<void> => {
  for (let copied = after; copied < upTo; ) {
    const chunk = from.chunk(copied, upTo);
    await assertRoom(bytesIn(chunk.records));
    await write(chunk.records);
    copied = chunk.upTo;
  }
};

const copyIndex = async (from: LogFile, to: LogFile, upTo: number, assertRoom: AssertRoom): Promise<void> => {
  for (let entries = from.index(undefined); entries.length > 0; entries = from.index(entries.at(-1))) {
    await assertRoom(entries.length * bytesPerIndexEntry);
    await to.copyIndex(entries.filter(({ position }) => position <= upTo));
  }
};

const placedAt = ({ position, json }: { position: number; json: string }): Placed => {
  const { stream, revision } = parseEvent(json, position);
  return { position, stream, revision, json };
};

export type LogCopy = {
  /** Copies the events that were appended since, up to `tail`. After that the copy is complete on the disk and can be taken into use. */
  finish(tail: number): Promise<NextFile>;
};

/** Copies everything up to `tail`. No event may be truncated until the copy is finished. */
export const copyLog = async (file: LogFile, tail: number, assertRoom: AssertRoom): Promise<LogCopy> => {
  const next = nextFile(file.path);
  await removeFile(next.partial);
  const copy = openLogFile(next.partial, { durable: false });
  await orDiscard(copy, next, async () => {
    const roomFor = pacedRoom(assertRoom, () => syncPath(next.partial));
    await copyEvents(file, { after: 0, upTo: tail }, roomFor, (records) => copy.copyEvents(records));
    await copyIndex(file, copy, tail, roomFor);
    // Most of the copy is synced now, so that appends later wait only for the sync of the rest.
    await syncPath(next.partial);
  });
  return {
    async finish(newTail) {
      await orDiscard(copy, next, async () => {
        const later = { after: tail, upTo: newTail };
        await copyEvents(file, later, assertRoom, (records) => copy.write(records.map(placedAt)));
        await copy.markTail(newTail);
        await copy.close();
        await syncPath(next.partial);
      });
      return next;
    },
  };
};
