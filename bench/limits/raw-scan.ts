/** The limit of replay: reads every record of the same file in order and parses it with `JSON.parse`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { answer } from '../workers/worker.ts';

async function scan({ data }: { data: string }): Promise<{ events: number; perSecond: number }> {
  const folder = join(data, 'log');
  const file = readdirSync(folder).find((name) => /^log-\d+\.mdb$/.test(name));
  if (file === undefined) throw new Error(`there is no log in ${folder}`);
  const root = open({ path: join(folder, file), readOnly: true, maxDbs: 4 });
  const records = root.openDB<string, number>('events', { encoding: 'string' });
  const began = performance.now();
  let events = 0;
  for (const { value } of records.getRange({})) {
    const event: unknown = JSON.parse(value);
    if (event) events += 1;
  }
  const elapsed = performance.now() - began;
  await root.close();
  return { events, perSecond: (events * 1000) / elapsed };
}

const tasks = { scan };
export type RawScanTasks = typeof tasks;
answer(tasks);
