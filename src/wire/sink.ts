/** Push sinks in the wire format. */
import { z } from 'zod';
import { sinkFormats } from '../vocabulary/events/sinks.ts';
import { limits } from '../vocabulary/limits.ts';
import { moment } from './moment.ts';

export const PushSink = z
  .object({
    id: z.int(),
    url: z.string(),
    actions: z.array(z.string()).readonly().nullable().describe('Which actions are sent; null: all'),
    format: z.enum(sinkFormats),
    enabled: z.boolean(),
    state: z
      .enum(['sending', 'resting', 'disabled', 'gone'])
      .describe(
        '`resting`: the last request failed, and is sent again at `resting_until`. `disabled`: nothing is sent. `gone`: nothing is sent, because the receiver answered 410',
      ),
    sequence: z.int().describe('The number of the last event that the receiver accepted'),
    position: z.int().describe('The receiver accepted all events up to this position'),
    lag: z.object({
      events: z
        .int()
        .describe(`How many events are not accepted yet; ${limits.sinkLagMax} stands for this number or more`),
      since: moment().nullable().describe('When the first of them happened'),
    }),
    failures: z.int().describe('Failed requests since the last one that succeeded'),
    last_error: z.string().nullable(),
    resting_until: moment().nullable(),
    added_by: z.int().nullable(),
    added_at: moment(),
  })
  .meta({ id: 'PushSink', description: 'An external address to which the trail is sent.' });
export type SinkRow = z.infer<typeof PushSink>;
