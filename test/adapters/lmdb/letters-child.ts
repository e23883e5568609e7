/** A process that commits letters, and replaces and removes more and more of them, until it is killed: `letters-child.ts <folder>`. */
import { writeSync } from 'node:fs';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { Write } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo, models } from '../../contracts/read-store/fixture.ts';

const [folder = ''] = process.argv.slice(2);
const stdout = 1;
const letters = 700;
const perCommit = 25;

const store = await openLmdbReadStore(folder, {
  pace: { waitingMax: 500, groupsPerCommit: 3, groupsMax: 6, recordMax: 200 },
});
await store.open(models);
const begun = (await store.checkpoint())?.position ?? 0;
for (let round = begun; ; round += 1) {
  const writes = Array.from({ length: perCommit }, (_, index): Write => {
    const number = (round * perCommit + index * 7) % letters;
    const words = ['all', `${(number * round) % 11}`, `${round % 5}`];
    return index % 4 === 3
      ? { model: 'letters', op: 'remove', id: `${number}` }
      : { model: 'letters', op: 'put', id: `${number}`, document: { box: 1, words, sender: words[1], number } };
  });
  const distinct = new Map(writes.map((write) => [write.id, write]));
  await commitTo(store, [...distinct.values()], checkpointAt(round + 1));
  writeSync(stdout, 'committed\n');
}
