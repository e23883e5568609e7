/** GET and DELETE /events (spec, Events; api-facts §0.2a, §3.2). */
import { z } from 'zod';
import { deleteQueue } from '../../../commands/queue/delete-queue.ts';
import { LongPoll } from '../../define/endpoint.ts';
import { QueueId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean, converted, raw } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';
import { openQueue, registrationAliases, registrationParameters } from './shared/registration.ts';

/** A text that is no queue's id names no queue. */
function queueNamed(text: string): QueueId {
  const id = QueueId.safeParse(text);
  if (id.success) return id.data;
  throw new Refused({ code: 'queue-missing', queueId: text as QueueId });
}

/** −1, and with it any other negative number, stands before everything. */
const eventId = converted((text) => {
  const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? Math.max(value, -1) : undefined;
});

const getEvents = defineEndpoint({
  method: 'GET',
  path: '/events',
  // It takes what was delivered as read, or registers a queue.
  changesState: true,
  summary: 'Wait for events of a queue; without `queue_id`, of a new one that this call registers',
  section: 'GET /api/v1/events',
  access: 'user',
  parameters: z.object({
    queue_id: raw().optional(),
    last_event_id: eventId.optional(),
    dont_block: boolean().default(false),
    ...registrationParameters,
  }),
  aliases: registrationAliases,
  response: z.object({
    queue_id: z.string(),
    events: z.array(z.looseObject({ id: z.int(), type: z.string() })),
  }),
  refusals: ['queue-missing', 'queue-foreign-poll'],
  handle: async (call, services) => {
    const { queue_id, last_event_id, dont_block } = call.parameters;
    const queueId = queue_id === undefined ? await openQueue(call, services) : queueNamed(queue_id);
    const poll = {
      realmId: call.realmId,
      userId: call.userId,
      queueId,
      // A queue that has just begun has nothing to be acknowledged.
      lastEventId: queue_id === undefined ? undefined : last_event_id,
      dontBlock: dont_block,
    };
    return new LongPoll((reply) => services.queues.poll(poll, reply));
  },
});

const deleteEvents = defineEndpoint({
  method: 'DELETE',
  path: '/events',
  summary: 'Delete an event queue',
  section: 'DELETE /api/v1/events',
  access: 'user',
  parameters: z.object({ queue_id: raw() }),
  response: z.object({}),
  refusals: ['queue-missing', 'queue-foreign-delete'],
  handle: async (call, services) => {
    await services.run(deleteQueue, { queueId: queueNamed(call.parameters.queue_id) }, byCaller(call));
    return {};
  },
});

export const events: readonly AnyEndpoint[] = [getEvents, deleteEvents];
