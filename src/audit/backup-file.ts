/** Writes and reads the lines of a backup (backup-format.ts). */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmptiedStream, StoredLog, StoredText } from '../ports/stored-log.ts';
import { DamagedBackup, EmptiedLine, EventLine, logName, type Manifest } from './backup-format.ts';
import { DamagedFile, RollingCheck, readChecked } from './checked-lines.ts';

export type Counts = Pick<Manifest, 'events' | 'emptied_streams' | 'bytes' | 'sha256'>;

/** One line of a backup. */
export type Entry =
  | (StoredText & { readonly emptied?: never })
  | { readonly position: number; readonly emptied: EmptiedStream };

/** Writes everything in a log to a new file. Resolves when it is on the disk. */
export async function writeLog(folder: string, stored: StoredLog, copied: (events: number) => void): Promise<Counts> {
  const file = await open(join(folder, logName), 'wx', 0o600);
  const check = new RollingCheck();
  const counts = { events: 0, emptied_streams: 0, bytes: 0 };
  const write = async (lines: readonly string[]): Promise<void> => {
    const bytes = Buffer.from(lines.join(''));
    await file.appendFile(bytes);
    counts.bytes += bytes.length;
  };
  try {
    for await (const texts of stored.texts()) {
      await write(texts.map(({ position, text }) => check.lineOf(`{"position":${position},"event":${text}}`)));
      counts.events += texts.length;
      copied(counts.events);
    }
    for await (const streams of stored.emptiedStreams()) {
      await write(
        streams.map(({ position, stream, revision }) => check.line({ position, emptied: { stream, revision } })),
      );
      counts.emptied_streams += streams.length;
    }
    await file.sync();
    return { ...counts, sha256: check.digest() };
  } finally {
    await file.close();
  }
}

/**
 * The lines of a backup. Each is checked before it is yielded. Throws `DamagedBackup` at the first wrong line, or at the end if the file is
 * not the one that the manifest describes.
 */
export async function* readLog(folder: string, manifest: Counts & Pick<Manifest, 'tail'>): AsyncGenerator<Entry> {
  const check = new RollingCheck();
  const found = { events: 0, emptied_streams: 0, bytes: 0 };
  let before = 0;
  try {
    for await (const { number, value, bytes } of readChecked(join(folder, logName), check)) {
      const entry = entryOf(value, number, before, manifest.tail);
      found.bytes += bytes;
      if (entry.emptied === undefined) {
        found.events += 1;
        before = entry.position;
      } else found.emptied_streams += 1;
      yield entry;
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new DamagedBackup(`${folder} is damaged after position ${before} of the log: ${logName}, ${error.message}`);
  }
  if (
    check.digest() === manifest.sha256 &&
    found.events === manifest.events &&
    found.emptied_streams === manifest.emptied_streams
  )
    return;
  throw new DamagedBackup(
    `${folder} is cut off after position ${before} of the log: ${found.events} events and ${found.bytes} bytes of ${manifest.events} and ${manifest.bytes}, up to position ${manifest.tail}`,
  );
}

function entryOf(value: unknown, line: number, before: number, tail: number): Entry {
  const event = EventLine.safeParse(value);
  if (event.success && event.data.position > before && event.data.position <= tail)
    return { position: event.data.position, text: JSON.stringify((value as { event: unknown }).event) };
  const emptied = EmptiedLine.safeParse(value);
  if (emptied.success && emptied.data.position <= tail) {
    const { position } = emptied.data;
    return { position, emptied: { ...emptied.data.emptied, position } };
  }
  throw new DamagedFile(line, 'is no event of a log in its place');
}

/** Compares a backup with a log, event by event. */
export async function assertSame(
  entries: AsyncIterable<Entry>,
  stored: StoredLog,
  compared: (events: number) => void,
): Promise<void> {
  const storedEntries = entriesOf(stored);
  let events = 0;
  for await (const entry of entries) {
    const next = await storedEntries.next();
    if (next.done || !isSame(entry, next.value)) throw differs(entry.position);
    events += 1;
    compared(events);
  }
  const more = await storedEntries.next();
  if (!more.done) throw differs(more.value.position);
}

const differs = (position: number): DamagedBackup =>
  new DamagedBackup(`the copy differs from the original at position ${position} of the log: check the disk`);

const isSame = (a: Entry, b: Entry): boolean =>
  a.position === b.position &&
  (a.emptied === undefined
    ? b.emptied === undefined && a.text === b.text
    : a.emptied.stream === b.emptied?.stream && a.emptied.revision === b.emptied.revision);

async function* entriesOf(stored: StoredLog): AsyncGenerator<Entry, undefined> {
  for await (const texts of stored.texts()) yield* texts;
  for await (const streams of stored.emptiedStreams())
    for (const emptied of streams) yield { position: emptied.position, emptied };
  return undefined;
}
