/** DELETE /events: ends an event queue of the caller. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { keptLeaves, queueHistory } from '../rules/queue-registration.ts';

export const deleteQueue = defineCommand({
  name: 'delete-queue',
  input: z.object({ queueId: QueueId }),
  refusals: ['queue-missing', 'queue-foreign-delete'],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  aggregate: queueHistory,
  decide(state, { queueId }, { realmId, actor, leafOf, own }) {
    const queue = state.queues.get(queueId);
    if (!queue) return refuse({ code: 'queue-missing', queueId });
    if (queue.userId !== actor) return refuse({ code: 'queue-foreign-delete' });
    return acceptEvent(logStream.queue(realmId, queueId), {
      type: 'EventQueueDeleted',
      data: { queueId, leaves: keptLeaves(own, leafOf) },
    });
  },
});
