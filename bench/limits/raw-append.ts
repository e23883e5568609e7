/**
 * The limit of the log: durable appends to LMDB and nothing else. An event is 600 bytes of JSON with three index entries. It is
 * serialized when it is appended and acknowledged when it is on the disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { type Answered, closedLoops } from '../measure/closed-loop.ts';
import { answer } from '../workers/worker.ts';
import { sampleEvent } from './sample-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'verbatim-bench-raw-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const nothing = Buffer.alloc(0);
const samples = Array.from({ length: 4096 }, (_, number) => sampleEvent(number));

type Store = {
  root: RootDatabase;
  events: Database<Buffer, number>;
  indexes: Database<Buffer, [string | number, number]>[];
};

let store: Store | undefined;
let sequence = 0;

function openStore(): Store {
  const root = open({ path: join(folder, 'raw.mdb'), maxDbs: 4, separateFlushed: true });
  const events = root.openDB<Buffer, number>('events', { encoding: 'binary', keyEncoding: 'uint32' });
  const indexes = ['stream', 'topic', 'actor'].map((name) =>
    root.openDB<Buffer, [string | number, number]>(name, { encoding: 'binary' }),
  );
  return { root, events, indexes };
}

/** The promise of the last put: all puts of one turn share one transaction. */
function put({ events, indexes }: Store): Promise<boolean> & { flushed: Promise<boolean> } {
  sequence += 1;
  const event = samples[sequence & 4095] ?? samples[0];
  if (!event) throw new Error('there is no sample');
  void events.put(sequence, Buffer.from(JSON.stringify(event)));
  const [byStream, byTopic, byActor] = indexes;
  void byStream?.put([event.stream, sequence], nothing);
  void byTopic?.put([event.data.topic, sequence], nothing);
  return byActor?.put([event.actor.user_id, sequence], nothing) as Promise<boolean> & { flushed: Promise<boolean> };
}

/** Grows the store to at least `count` events, because stores are compared at the same size. */
async function grow({ events }: { events: number }): Promise<void> {
  store ??= openStore();
  while (sequence < events) {
    let last: ReturnType<typeof put> | undefined;
    for (let count = 0; count < 5_000 && sequence < events; count += 1) last = put(store);
    await last?.flushed;
  }
}

/** Begins again with an empty store. */
async function clear(_: null): Promise<void> {
  await store?.root.close();
  store = undefined;
  sequence = 0;
  rmSync(join(folder, 'raw.mdb'), { force: true });
  rmSync(join(folder, 'raw.mdb-lock'), { force: true });
}

async function run({ inFlight, millis }: { inFlight: number; millis: number }): Promise<Answered> {
  store ??= openStore();
  const into = store;
  return closedLoops(
    Array(inFlight).fill(() => put(into).flushed),
    millis,
  );
}

const tasks = { grow, clear, run };
export type RawAppendTasks = typeof tasks;
answer(tasks);
