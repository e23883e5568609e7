/** Events of the log, read from its file, which the server may have open. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';

const sampleSize = 1_000;

/** The JSON of the events, in order. The caller must close `root`. */
export function openRecords(data: string): { root: RootDatabase; records: Database<string, number> } {
  const folder = join(data, 'log');
  const file = readdirSync(folder).find((name) => /^log-\d+\.mdb$/.test(name));
  if (file === undefined) throw new Error(`there is no log in ${folder}`);
  const root = open({ path: join(folder, file), readOnly: true, maxDbs: 4 });
  return { root, records: root.openDB<string, number>('events', { encoding: 'string' }) };
}

/** Bytes of JSON of a message that was sent: the average of the newest ones. */
export async function averageMessageBytes(data: string): Promise<number> {
  const { root, records } = openRecords(data);
  const newest = [...records.getRange({ reverse: true, limit: sampleSize })].map(({ value }) => value);
  await root.close();
  const messages = newest.filter((json) => json.includes('"type":"MessageSent"'));
  return messages.reduce((sum, json) => sum + Buffer.byteLength(json), 0) / messages.length;
}
