/**
 * The limit of reading: a range of LMDB and `JSON.stringify`, and nothing else. The messages are stored in the
 * form and order in which clients get them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { answer } from '../workers/worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'verbatim-bench-raw-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

type Message = { readonly id: number };

let root: RootDatabase | undefined;
let messages: Database<Message, number> | undefined;

/** Stores the messages by id, as JSON. */
async function fill({ shown }: { shown: readonly Message[] }): Promise<void> {
  root = open({ path: join(folder, 'raw.mdb'), maxDbs: 1, noSync: true });
  messages = root.openDB<Message, number>('messages', { encoding: 'json', keyEncoding: 'uint32' });
  await root.batch(() => {
    for (const message of shown) void messages?.put(message.id, message);
  });
}

/** The number of answers per second, each with the `count` messages up to one of `anchors`. */
async function run({ anchors, count, millis }: { anchors: readonly number[]; count: number; millis: number }) {
  if (!messages) throw new Error('there are no messages');
  const began = performance.now();
  let [made, bytes] = [0, 0];
  while (performance.now() - began < millis) {
    const start = anchors[made % anchors.length] ?? 0;
    const found = [...messages.getRange({ start, reverse: true, limit: count })].map(({ value }) => value);
    if (found.length !== count) throw new Error(`${found.length} messages up to ${start}`);
    bytes += JSON.stringify(found.reverse()).length;
    made += 1;
  }
  return { count: made, perSecond: (made * 1000) / (performance.now() - began), bytesEach: bytes / made };
}

const tasks = { fill, run };
export type RawRangeTasks = typeof tasks;
answer(tasks);
