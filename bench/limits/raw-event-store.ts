/** The limit of a log on EventStoreDB: its client appends events of 600 bytes, each to another stream, and nothing else is done. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { type Answered, closedLoops } from '../measure/closed-loop.ts';
import { answer } from '../workers/worker.ts';
import { sampleEvent } from './sample-event.ts';

const client = EventStoreDBClient.connectionString(
  (process.env.VERBATIM_EVENT_LOG ?? '').replace(/^kurrentdb/, 'esdb'),
);
let sequence = 0;

async function append(): Promise<void> {
  sequence += 1;
  const { type, meta: metadata, data, ...rest } = sampleEvent(sequence);
  const event = jsonEvent({ id: randomUUID(), type, data: { ...data, ...rest }, metadata });
  await client.appendToStream(`bench:raw-${event.id}`, event, { expectedRevision: NO_STREAM });
}

const tasks = {
  run: ({ inFlight, millis }: { inFlight: number; millis: number }): Promise<Answered> =>
    closedLoops(Array(inFlight).fill(append), millis),
};
export type RawEventStoreTasks = typeof tasks;
answer(tasks);
