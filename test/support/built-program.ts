/** The program as its users run it: compiled, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
let isBuilt = false;

/** Path of the `verbatim` command. The first call compiles what has changed; a type error is printed and thrown. */
export function builtProgram(): string {
  if (!isBuilt) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  isBuilt = true;
  return join(root, 'bin/verbatim.js');
}
