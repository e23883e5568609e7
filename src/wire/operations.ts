/** The status of the service, in the wire format. */
import { z } from 'zod';
import { moment } from './moment.ts';

const ReadModelStatus = z.object({
  name: z.string(),
  version: z.int(),
  left_behind_at: z
    .int()
    .nullable()
    .describe(
      'The position of an event that the read model could not absorb; it does not answer for the organization. Null: it answers',
    ),
});

const QueueStatus = z.object({
  user_id: z.int(),
  waiting: z.boolean().describe('Whether a poll is waiting'),
  last_poll_at: z.string().describe('ISO 8601, UTC; never before the start of this process'),
  backlog: z
    .int()
    .describe('Client events of the organization that the client has not acknowledged, of those in memory'),
  backlog_complete: z.boolean().describe('False: there are older ones, which are not counted'),
});

const SampleStatus = z.object({
  at: moment(),
  memory_bytes: z.int().describe('Resident memory of this process'),
  heap_bytes: z.int(),
  cpu: z.number().describe('Share of one processor since the sample before'),
  busy: z.number().describe('Share of the time of the event loop since the sample before'),
  lag_events: z.int().describe('Events that the read models had not absorbed'),
  queues: z.int().nullable().describe('Event queues of the organization'),
  last_message_id: z.int().nullable().describe('The highest id of a message of the organization'),
});

export const operationsFields = {
  service_version: z.string(),
  started_at: z.string().describe('When this process started'),
  log: z.object({ position: z.int().describe('Position of the newest event that was processed') }),
  ledger: z.object({
    size: z.int().describe('Number of leaves of the newest sealed tree'),
    unsealed: z.int().describe('Events of the organization that are not sealed yet'),
    oldest_unsealed_ms: z.int().describe('How long the oldest of them has waited'),
    refused: z.string().nullable().describe('Why sealing has stopped; null: it has not stopped'),
  }),
  read_models: z.object({
    position: z.int().describe('The position of the last event that they have absorbed'),
    lag_events: z.int(),
    lag_ms: z.int(),
    building: z.boolean().describe('Whether they are being built from the log, up to `log.position`'),
    rebuild: z
      .object({
        events: z.int().describe('Folded so far'),
        position: z.int().describe('Position of the last absorbed event; it ends at `position` of those in use'),
        events_per_second: z.number(),
        seconds_left: z.int().nullable().describe('`null` while nothing is absorbed'),
      })
      .nullable()
      .describe('The read models that are built beside those in use, to take their place (`verbatim rebuild`)'),
    models: z.array(ReadModelStatus),
  }),
  queues: z.object({
    count: z.int(),
    waiting: z.int().describe('Polls that wait at this process'),
    shown: z.array(QueueStatus).describe('Those that are furthest behind'),
  }),
  samples: z.array(SampleStatus).describe('The last hour, oldest first, a sample each 15 seconds'),
};
export type OperationsFields = z.infer<z.ZodObject<typeof operationsFields>>;
