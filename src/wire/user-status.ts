/** The statuses of users, in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { event } from './event-shape.ts';

export const UserStatuses = z
  .record(z.string(), z.object({ away: z.literal(true).optional(), status_text: z.string().optional() }))
  .describe('By user id; users who say nothing are left out');
export type UserStatusesObject = DeepReadonly<z.infer<typeof UserStatuses>>;

export const userStatusEvent = event(z.literal('user_status'), {
  user_id: z.int(),
  away: z.boolean().optional().describe('Absent if it did not change'),
  status_text: z.string().optional().describe('Absent if it did not change; empty if there is none any more'),
}).meta({ id: 'UserStatusEvent', description: 'Somebody says something new about themselves.' });
