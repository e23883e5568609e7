/** Steps of a replay in the wire format: what each event of the organization did. */
import { z } from 'zod';
import { TrailRecord } from './trail.ts';

const Fields = z.record(z.string(), z.unknown());

const StepChange = z.object({
  model: z.string().describe('The read model'),
  id: z.string(),
  before: Fields.nullable().describe('Null: the document did not exist'),
  after: Fields.nullable().describe('Null: the document was removed'),
});
export type StepChangeRow = z.infer<typeof StepChange>;

const StepClientEvent = z.object({
  type: z.string(),
  scope: Fields.describe('The users who get it'),
  body: Fields.describe('The event with all fields that any client can request'),
});
export type StepClientEventRow = z.infer<typeof StepClientEvent>;

export const Step = z
  .object({
    event: TrailRecord,
    changes: z.array(StepChange).describe('Documents of the read models that the event changed'),
    more_changes: z
      .int()
      .describe('How many more changed documents are left out, because they are too many or too long'),
    client_events: z.array(StepClientEvent).describe('The client events that the event caused'),
    more_client_events: z
      .int()
      .describe('How many more client events are left out, because they are too many or too long'),
  })
  .meta({ id: 'Step', description: 'What one event did.' });
export type StepRow = z.infer<typeof Step>;
