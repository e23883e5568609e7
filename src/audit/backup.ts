/**
 * Backs up a log that keeps its own files, while it is in use. The backup contains everything up to the tail at the beginning. Before the
 * manifest is written, the written files are read again and compared with the log.
 */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncPath } from '../folders.ts';
import type { EventLog } from '../ports/event-log.ts';
import { assertSame, readLog, writeLog } from './backup-file.ts';
import { logName, type Manifest, manifestLine, manifestName } from './backup-format.ts';
import { type CopiedFiles, filesName } from './backup-uploads.ts';
import { MoveRefused } from './export-format.ts';

type BackupStage = 'copied' | 'compared';
export type BackupProgress = (stage: BackupStage, events: number) => void;

/** Copies the uploaded files into the folder of the backup. */
export type Uploads = (folder: string) => Promise<CopiedFiles>;
const noUploads: Uploads = async () => ({ files: 0, bytes: 0, missing: [] });

type BackedUp = Manifest & Pick<CopiedFiles, 'missing'>;

/** Throws `MoveRefused` if the folder is in use or the log cannot be copied, and errors of the file system. */
export async function backUp(
  log: EventLog,
  folder: string,
  progress: BackupProgress,
  now: () => number,
  uploads: Uploads = noUploads,
): Promise<BackedUp> {
  if (!log.copyInto)
    throw new MoveRefused(
      'only the embedded log is backed up by this command: use the backup tools of the event store itself',
    );
  await emptyFolder(folder);
  let manifest: Manifest | undefined;
  try {
    await log.copyInto(folder, async (stored) => {
      const { tail } = stored;
      const counts = await writeLog(folder, stored, (events) => progress('copied', events));
      await assertSame(readLog(folder, { tail, ...counts }), stored, (events) => progress('compared', events));
      const at = new Date(now()).toISOString();
      manifest = { format: 'verbatim-backup', version: 2, at, tail, ...counts, uploads: { files: 0, bytes: 0 } };
    });
    if (!manifest) throw new Error('the log was not copied');
    // Copied after the log, so that every file that the log names already existed.
    const { missing, ...copied } = await uploads(folder);
    const whole = { ...manifest, uploads: copied };
    await writeManifest(folder, whole);
    return { ...whole, missing };
  } catch (error) {
    // The folder is left empty, so that the same command can be repeated.
    for (const name of [manifestName, logName, filesName])
      await rm(join(folder, name), { force: true, recursive: true });
    throw error;
  }
}

async function emptyFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const names = await readdir(folder);
  if (names.length === 0) return;
  const why =
    names.includes(logName) && !names.includes(manifestName) ? 'holds a backup that was interrupted' : 'is not empty';
  throw new MoveRefused(`${folder} ${why}: name another folder, or empty this one`);
}

/** Everything else must already be on the disk. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, manifestName), manifestLine(manifest), { flag: 'wx', mode: 0o600, flush: true });
  await syncPath(folder);
  await syncPath(dirname(folder));
}
