/**
 * Runs a program under the scheduling policy "idle" of Linux. A thread of the service that wakes up then gets the processor at once. A low
 * priority alone does not achieve that, because the kernel lets a running thread continue for some milliseconds.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Command = { readonly execPath: string; readonly execArgv: string[] };

let found: readonly string[] | undefined;

/** `chrt` of util-linux, which nearly every Linux has, with its arguments. Empty if it is missing or not permitted. */
function idleCommand(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const chrt = folders.map((folder) => join(folder, 'chrt')).find((path) => existsSync(path));
  if (chrt === undefined) return [];
  return spawnSync(chrt, ['-i', '0', 'true']).status === 0 ? [chrt, '-i', '0'] : [];
}

/** The command that starts Node with these options. */
export function idleNode(options: readonly string[]): Command {
  found ??= idleCommand();
  const [execPath = process.execPath, ...execArgv] = [...found, process.execPath];
  return { execPath, execArgv: [...execArgv, ...options] };
}
