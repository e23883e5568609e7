/** A process that commits one document and keeps running: `store-child.ts <folder> <boot id, empty where there is none>`. */
import { writeSync } from 'node:fs';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { checkpointAt, commitTo, models, putNote } from '../../contracts/read-store/fixture.ts';

const [folder = '', boot = ''] = process.argv.slice(2);
const stdout = 1;

const store = await openLmdbReadStore(folder, { bootId: async () => (boot === '' ? undefined : boot) });
await store.open(models);
await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
writeSync(stdout, 'committed\n');
setInterval(() => {}, 60_000);
