/**
 * A separate process that tries to take a lock on request: `race-for-data.ts`. Each line of its standard input is `take <folder>
 * <microseconds to wait>` or `release`; it answers `held`, `refused` or `released`.
 */
import { createInterface } from 'node:readline';
import { DataInUse, type DataLock, lockData } from '../../src/cli/data-lock.ts';

let held: DataLock | undefined;

async function answer(line: string): Promise<string> {
  const [word, folder = '', wait = '0'] = line.split(' ');
  if (word === 'release') {
    await held?.release();
    held = undefined;
    return 'released';
  }
  const begin = performance.now() + Number(wait) / 1000;
  while (performance.now() < begin);
  try {
    held = await lockData(folder);
    return 'held';
  } catch (error) {
    if (error instanceof DataInUse) return 'refused';
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(await answer(line));
