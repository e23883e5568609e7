/**
 * The limit of replay: reads every record of the same file in order and parses it with `JSON.parse`. The limit of verification: reads it and
 * takes the SHA-256 of its bytes.
 */
import { createHash } from 'node:crypto';
import { openRecords } from '../stored-events.ts';
import { answer } from '../workers/worker.ts';

type Scanned = { readonly events: number; readonly perSecond: number };

const scan = ({ data }: { data: string }): Promise<Scanned> => overRecords(data, (text) => void JSON.parse(text));
const hash = ({ data }: { data: string }): Promise<Scanned> =>
  overRecords(data, (text) => void createHash('sha256').update(text).digest());

async function overRecords(data: string, look: (text: string) => void): Promise<Scanned> {
  const { root, records } = openRecords(data);
  const began = performance.now();
  let events = 0;
  for (const { value } of records.getRange({})) {
    look(value);
    events += 1;
  }
  const elapsed = performance.now() - began;
  await root.close();
  return { events, perSecond: (events * 1000) / elapsed };
}

const tasks = { scan, hash };
export type RawScanTasks = typeof tasks;
answer(tasks);
