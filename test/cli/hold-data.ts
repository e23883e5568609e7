/** A process of its own that holds a data folder until its standard input ends: `hold-data.ts <folder>`. */
import { DataInUse, lockData } from '../../src/cli/data-lock.ts';

try {
  const lock = await lockData(process.argv[2] ?? '');
  console.log('held');
  process.stdin.once('end', () => void lock.release().then(() => process.exit(0)));
  process.stdin.resume();
} catch (error) {
  if (!(error instanceof DataInUse)) throw error;
  console.log(error.message);
}
