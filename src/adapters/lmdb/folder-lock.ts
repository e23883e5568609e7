/**
 * Allows one process at a time to use a data folder. The log's tail and its queue are in that process's memory, so that a second writer
 * would assign the same positions again. A file names the owner. The lock of a process that has ended is ignored, so that a restart after
 * `kill -9` needs no manual step. If several processes start then, exactly one of them takes over. The lock does not work between processes
 * that cannot see each other's ids, such as containers that share a volume.
 */
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode, isMissing, makeFolder, unlessMissing } from '../../folders.ts';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const isNoProcess = (error: unknown): boolean => isMissing(error) || hasErrorCode(error, 'ESRCH');

/**
 * The fields of `/proc/<pid>/stat` after the process name, which may contain any character. [0] is the state, [19] the start time.
 * Undefined if there is no such process, or no /proc.
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

/** The start time of a process in clock ticks since boot; empty if unknown. It distinguishes two processes that had the same id. */
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

/** Whether the process that wrote this description of itself is still running. */
const isOwnerAlive = (owner: string): boolean => {
  const [pid, started] = owner.split(' ');
  return isAlive(Number(pid)) && startedAt(Number(pid)) === started;
};

/** Atomically writes `owner` into a new file. False if the file exists. */
const claim = (path: string, owner: string): boolean => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, owner);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    unlinkSync(own);
  }
};

/** Undefined if there is no such file. */
const ownerIn = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return unlessMissing(error);
  }
};

/** The file that names who takes over from an owner that has died. It can be created only once, so that only one process takes over. */
const successorPath = (path: string, dead: string): string =>
  `${path}.after-${dead.trim().replaceAll(/[^0-9]+/g, '-')}`;

/** The chain of owners that begins with the one in the file. Each took over from the one before. All but the last have died. */
const successionIn = (path: string): string[] => {
  const owners: string[] = [];
  for (let next = ownerIn(path); next !== undefined; next = ownerIn(successorPath(path, next))) {
    if (owners.includes(next)) break;
    owners.push(next);
  }
  return owners;
};

/**
 * Takes over from the last of `owners`, which has died. False if another process was faster. A slow process may find that the file for a
 * successor is free again, so that the whole chain of owners must lead to this process.
 */
const takeOver = (path: string, owners: readonly string[], owner: string): boolean => {
  const place = successorPath(path, owners.at(-1) ?? '');
  if (!claim(place, owner)) return false;
  if (successionIn(path).at(-1) !== owner) {
    unlinkSync(place);
    return false;
  }
  const own = `${path}.${process.pid}`;
  writeFileSync(own, owner);
  renameSync(own, path);
  // From here on, the chain begins with this process.
  for (const dead of owners) rmSync(successorPath(path, dead), { force: true });
  return true;
};

const attemptsMax = 100;

/** Locks the folder, which is created if missing, or throws `FolderInUse`. Returns a function that releases the lock. */
export const lockFolder = async (folder: string, name: string): Promise<() => void> => {
  await makeFolder(folder);
  const path = join(folder, `${name}.owner`);
  const owner = `${process.pid} ${startedAt(process.pid)}`;
  // Everything below is synchronous, so that two calls in one process cannot interleave.
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (claim(path, owner)) return () => unlinkSync(path);
    const owners = successionIn(path);
    const newest = owners.at(-1);
    if (newest === undefined) continue;
    if (isOwnerAlive(newest)) throw new FolderInUse(`${folder} is in use by process ${newest.split(' ')[0]}`);
    if (takeOver(path, owners, owner)) return () => unlinkSync(path);
  }
  throw new FolderInUse(`${folder} is being taken by other processes`);
};
