/** The shape of each client event. */
import { z } from 'zod';

const id = z.int().describe('Ascending within the queue; pass the last one as `last_event_id`');

export const event = <T extends z.ZodType, S extends z.ZodRawShape>(type: T, fields: S) =>
  z.object({ type, ...fields, id });
export const op = <O extends string>(name: O) => z.literal(name);
