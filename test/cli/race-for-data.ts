/**
 * A process of its own that tries to take a lock whenever it is told to: `race-for-data.ts <data|folder>`. Each line of its standard
 * input is `take <folder> <microseconds to wait>` or `release`; it answers `held`, `refused` or `released`.
 */
import { createInterface } from 'node:readline';
import { FolderInUse, lockFolder } from '../../src/adapters/lmdb/folder-lock.ts';
import { DataInUse, lockData } from '../../src/cli/data-lock.ts';

const locking: Readonly<Record<string, (folder: string) => Promise<() => unknown>>> = {
  data: async (folder) => {
    const lock = await lockData(folder);
    return () => lock.release();
  },
  folder: (folder) => lockFolder(folder, 'log'),
};
const take = locking[process.argv[2] ?? ''];
let release: (() => unknown) | undefined;

async function answer(line: string): Promise<string> {
  const [word, folder = '', wait = '0'] = line.split(' ');
  if (word === 'release') {
    await release?.();
    release = undefined;
    return 'released';
  }
  const begin = performance.now() + Number(wait) / 1000;
  while (performance.now() < begin);
  try {
    release = await take?.(folder);
    return 'held';
  } catch (error) {
    if (error instanceof DataInUse || error instanceof FolderInUse) return 'refused';
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(await answer(line));
