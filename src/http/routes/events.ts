/** GET and DELETE /events. */
import { z } from 'zod';
import { deleteQueue } from '../../../commands/queue/delete-queue.ts';
import { expireQueue } from '../../../commands/queue/expire-queue.ts';
import { registerQueue } from '../../../commands/queue/register-queue.ts';
import { LongPoll } from '../../define/endpoint.ts';
import { QueueId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { ClientEvent } from '../../wire/client-events.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { queueIdExample } from '../openapi/examples.ts';
import { boolean, converted, raw, withValueSchema } from '../request/parameters.ts';
import { openQueue, registrationAliases, registrationParameters } from './shared/registration.ts';

/** A text that is not the id of a queue names no queue. */
function queueNamed(text: string): QueueId {
  const id = QueueId.safeParse(text);
  if (id.success) return id.data;
  throw new Refused({ code: 'queue-missing', queueId: text as QueueId });
}

/** Every negative number means −1: before all events. */
const eventId = withValueSchema(
  converted((text) => {
    const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? Math.max(value, -1) : undefined;
  }),
  z.int(),
);

const getEvents = defineEndpoint({
  id: 'getEvents',
  route: 'GET /events',
  // The request acknowledges events, or registers a queue.
  changesState: true,
  summary: 'Get the events of a queue',
  description:
    'Returns the events after `last_event_id`, or waits until there are some. After 50 seconds without events it returns a `heartbeat`. Passing an id acknowledges all events up to it. Without `queue_id`, a new queue is registered with the other parameters, which are those of `POST /register`.',
  pollsBy: 'queue_id',
  parameters: z.object({
    queue_id: described(raw().optional(), 'The id of the queue.', queueIdExample),
    last_event_id: described(
      eventId.optional(),
      'The id of the last event that the client has, or -1 for the start of the queue. Default: the last acknowledged event.',
      24575,
    ),
    dont_block: described(boolean().default(false), 'Whether to return at once if there are no events.', true),
    ...registrationParameters,
  }),
  aliases: registrationAliases,
  response: z.object({ queue_id: z.string(), events: z.array(ClientEvent).describe('Ascending by id') }),
  example: {
    queue_id: queueIdExample,
    events: [{ type: 'realm_user', op: 'update', person: { user_id: 10, full_name: 'Iago' }, id: 25600 }],
  },
  commands: [registerQueue, expireQueue],
  refusals: ['queue-missing', 'queue-foreign-poll', 'event-beyond-end'],
  handle: async (call, services) => {
    const { queue_id, last_event_id, dont_block } = call.parameters;
    const queueId = queue_id === undefined ? await openQueue(call, services) : queueNamed(queue_id);
    const poll = {
      realmId: call.realmId,
      userId: call.userId,
      queueId,
      // A new queue has nothing to acknowledge.
      lastEventId: queue_id === undefined ? undefined : last_event_id,
      dontBlock: dont_block,
      charge: call.charge,
    };
    return new LongPoll((reply) => services.queues.poll(poll, reply));
  },
});

const deleteEvents = defineChange({
  id: 'deleteQueue',
  route: 'DELETE /events',
  summary: 'Delete an event queue',
  description: 'Deletes a queue and ends a waiting poll. Queues that nobody polls expire by themselves.',
  parameters: z.object({ queue_id: described(raw(), 'The id of the queue.', queueIdExample) }),
  commands: [deleteQueue],
  refusals: ['queue-missing'],
  handle: (call, services) => services.run(deleteQueue, { queueId: queueNamed(call.parameters.queue_id) }, call),
});

export const events = [getEvents, deleteEvents];
