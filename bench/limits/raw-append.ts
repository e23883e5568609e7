/**
 * The limit of the log: durable appends to LMDB and nothing else. An event is 600 bytes of JSON with three index entries. It is
 * serialized when it is appended and acknowledged when it is on the disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { type Answered, closedLoops } from '../measure/closed-loop.ts';
import { answer } from '../workers/worker.ts';
import { sampleEvent } from './sample-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'verbatim-bench-raw-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const nothing = Buffer.alloc(0);
const samples = Array.from({ length: 4096 }, (_, number) => sampleEvent(number));

const root = open({ path: join(folder, 'raw.mdb'), maxDbs: 4, separateFlushed: true });
const stored = root.openDB<Buffer, number>('events', { encoding: 'binary', keyEncoding: 'uint32' });
const [byStream, byTopic, byActor] = ['stream', 'topic', 'actor'].map((name) =>
  root.openDB<Buffer, [string | number, number]>(name, { encoding: 'binary' }),
);
let sequence = 0;

/** The promise of the last put: all puts of one turn share one transaction. */
function put(): Promise<boolean> & { flushed: Promise<boolean> } {
  sequence += 1;
  const event = samples[sequence & 4095] ?? samples[0];
  if (!event) throw new Error('there is no sample');
  void stored.put(sequence, Buffer.from(JSON.stringify(event)));
  void byStream?.put([event.stream, sequence], nothing);
  void byTopic?.put([event.data.topic, sequence], nothing);
  return byActor?.put([event.actor.user_id, sequence], nothing) as Promise<boolean> & { flushed: Promise<boolean> };
}

/** Grows the store to at least `count` events, because stores are compared at the same size. */
async function grow({ events }: { events: number }): Promise<void> {
  while (sequence < events) {
    let last: ReturnType<typeof put> | undefined;
    for (let count = 0; count < 5_000 && sequence < events; count += 1) last = put();
    await last?.flushed;
  }
}

async function run({ inFlight, millis }: { inFlight: number; millis: number }): Promise<Answered> {
  return closedLoops(
    Array(inFlight).fill(() => put().flushed),
    millis,
  );
}

const tasks = { grow, run };
export type RawAppendTasks = typeof tasks;
answer(tasks);
