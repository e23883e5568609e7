/**
 * An interrupted restore. Nothing else may create a log in its data folder. Otherwise the service would continue with an empty log as if
 * nothing were missing, and the next restore would find a log there.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { exists, syncPath } from '../folders.ts';

const markOf = (data: string): string => join(data, 'restore-unfinished');

/** Marks a data folder, which must be locked. The mark must not stay if there is a log already. */
export async function beginRestore(data: string): Promise<void> {
  const file = await open(markOf(data), 'w');
  await file.close();
  await syncPath(data);
}

export async function endRestore(data: string): Promise<void> {
  await rm(markOf(data));
  await syncPath(data);
}

/** Throws ConfigError if a restore into the data folder was begun and not completed. */
export async function refuseUnfinishedRestore(data: string): Promise<void> {
  if (await isUnfinishedRestore(data))
    throw new ConfigError(
      `a restore into ${data} was not completed: run \`verbatim restore\` again, or remove ${markOf(data)} to go on without it`,
    );
}

export const isUnfinishedRestore = (data: string): Promise<boolean> => exists(markOf(data));
