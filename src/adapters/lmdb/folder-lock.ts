/**
 * Allows one process at a time to use a data folder. The log's tail and its queue are in that process's memory, so a second writer
 * would assign the same positions again. A file names the owner. The lock of a process that has ended is ignored, so that a
 * restart after `kill -9` needs no manual step. The lock does not work between processes that cannot see each other's ids
 * (containers that share a volume).
 */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from './error-code.ts';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const isNoProcess = (error: unknown): boolean => hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ESRCH');

/**
 * The fields of `/proc/<pid>/stat` after the process name (the name may contain any character). [0] is the state, [19] the start time.
 * Undefined where there is no such process, or no /proc.
 */
const statusOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (isNoProcess(error)) return undefined;
    throw error;
  }
};

/** The start time of a process in clock ticks since boot, empty where not known. It tells apart two processes that had the same id. */
const startedAt = (pid: number): string => statusOf(pid)?.[19] ?? '';

/**
 * Whether the process has ended and only waits for its parent to read its exit status. While it has more than one thread, another
 * thread may still be writing.
 */
const isZombie = (pid: number): boolean => {
  try {
    return statusOf(pid)?.[0] === 'Z' && readdirSync(`/proc/${pid}/task`).length === 1;
  } catch (error) {
    if (isNoProcess(error)) return true;
    throw error;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
  return !isZombie(pid);
};

const claim = (path: string, owner: string): boolean => {
  try {
    writeFileSync(path, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** Locks the folder, which is created if missing, or throws `FolderInUse`. Returns a function that releases the lock. */
export const lockFolder = async (folder: string, name: string): Promise<() => void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.owner`);
  const owner = `${process.pid} ${startedAt(process.pid)}`;
  // Everything below is synchronous, so that two calls in one process cannot interleave.
  if (!claim(path, owner)) {
    const [pid, started] = readFileSync(path, 'utf8').split(' ');
    if (isAlive(Number(pid)) && startedAt(Number(pid)) === started) {
      throw new FolderInUse(`${folder} is in use by process ${pid}`);
    }
    unlinkSync(path);
    if (!claim(path, owner)) throw new FolderInUse(`${folder} was just taken by another process`);
  }
  return () => unlinkSync(path);
};
