/**
 * One process owns a data folder: the log's tail and its queue live in that process's memory, so a second writer would
 * give positions out twice. The owner is named in a file; an owner that no longer lives is no obstacle, because a
 * `kill -9` must not need a hand to recover from. Processes that cannot see each other (containers sharing a volume,
 * each with its own process ids) are not kept apart.
 */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from './error-code.ts';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const isNoProcess = (error: unknown): boolean => hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ESRCH');

/** Fields of `/proc/<pid>/stat` behind the name, which may hold anything: [0] the state. Undefined: no such process, or no /proc. */
const statusOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (isNoProcess(error)) return undefined;
    throw error;
  }
};

/** When a process was started, in clock ticks since boot: a process id alone may meanwhile belong to someone else. Empty: not known. */
const startedAt = (pid: number): string => statusOf(pid)?.[19] ?? '';

/** Dead, and its parent has not asked how it ended. While another thread is there, something of it may still be writing. */
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

/** Takes the folder (made if missing) or throws `FolderInUse`; the returned function gives it back. */
export const lockFolder = async (folder: string, name: string): Promise<() => void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.owner`);
  const owner = `${process.pid} ${startedAt(process.pid)}`;
  // Everything below is synchronous, so that two openings in one process cannot interleave.
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
