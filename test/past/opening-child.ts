/** Opens the log of a folder again and again, as replicas do, for the test that appends meanwhile. */
import { openLmdbLogReader } from '../../src/adapters/lmdb/log-reader.ts';
import { whileServicePauses } from '../../src/past/paused-writes.ts';

const [folder = '', times] = process.argv.slice(2);
for (let time = 0; time < Number(times); time += 1) {
  const reader = openLmdbLogReader(folder, whileServicePauses);
  await reader.readStream('a', { from: 0, limit: 1 });
  await reader.close();
}
process.disconnect();
