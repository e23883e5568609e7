/**
 * Restores a backup into a folder without a log. Every line is checked while it is copied. The copy is used only after it was compared with
 * the backup.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../folders.ts';
import type { EmptiedStream, FillableLog, StoredText } from '../ports/stored-log.ts';
import type { BackupProgress } from './backup.ts';
import { assertSame, readLog } from './backup-file.ts';
import { DamagedBackup, logName, Manifest, manifestName } from './backup-format.ts';
import { DamagedFile, readChecked } from './checked-lines.ts';
import { MoveRefused } from './export-format.ts';

type OpenFillable = (bytes: number) => Promise<FillableLog>;

/** How many characters are written at a time. */
const charactersPerWrite = 4 * 1024 * 1024;

/** Throws `MoveRefused` if the backup is incomplete. Then nothing was taken into use. */
export async function restoreFrom(
  folder: string,
  manifest: Manifest,
  openLog: OpenFillable,
  progress: BackupProgress,
): Promise<void> {
  const log = await openLog(await sizeIn(folder, manifest));
  try {
    await fill(log, folder, manifest, (events) => progress('copied', events));
    await assertSame(readLog(folder, manifest), log.stored(manifest.tail), (events) => progress('compared', events));
    await log.takeIntoUse(manifest.tail);
  } catch (error) {
    await log.discard();
    throw error;
  }
}

async function fill(
  log: FillableLog,
  folder: string,
  manifest: Manifest,
  copied: (events: number) => void,
): Promise<void> {
  let texts: StoredText[] = [];
  let emptied: EmptiedStream[] = [];
  let [characters, events] = [0, 0];
  const flush = async (): Promise<void> => {
    if (texts.length > 0) await log.add(texts);
    if (emptied.length > 0) await log.addEmptiedStreams(emptied);
    [texts, emptied, characters] = [[], [], 0];
    copied(events);
  };
  for await (const entry of readLog(folder, manifest)) {
    if (entry.emptied === undefined) {
      texts.push(entry);
      characters += entry.text.length;
      events += 1;
    } else {
      emptied.push(entry.emptied);
      characters += entry.emptied.stream.length;
    }
    if (characters >= charactersPerWrite) await flush();
  }
  await flush();
}

/** Throws `MoveRefused` if the folder is not a complete backup. */
export async function manifestIn(folder: string): Promise<Manifest> {
  try {
    for await (const { value } of readChecked(join(folder, manifestName))) {
      const manifest = Manifest.safeParse(value);
      if (manifest.success) return manifest.data;
      throw new MoveRefused(`${folder} is a backup of another version: ${manifestName} is not understood`);
    }
  } catch (error) {
    if (isMissing(error))
      throw new MoveRefused(`${folder} is no complete backup: it has no ${manifestName}, which a backup writes last`);
    if (error instanceof DamagedFile)
      throw new DamagedBackup(`${folder} is damaged: ${manifestName}, ${error.message}`);
    throw error;
  }
  throw new DamagedBackup(`${folder} is damaged: ${manifestName} is empty`);
}

async function sizeIn(folder: string, { events }: Manifest): Promise<number> {
  try {
    return (await stat(join(folder, logName))).size;
  } catch (error) {
    if (isMissing(error))
      throw new DamagedBackup(`${folder} is cut off: it has no ${logName} with its ${events} events`);
    throw error;
  }
}
