/** Makes room for a new event queue of the same user: ends a queue that nobody polls before its lifespan is over. */
import { accept, acceptEvent } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { IdleQueue, keptLeaves, queueHistory } from '../rules/queue-registration.ts';

export const endIdleQueue = defineCommand({
  name: 'end-idle-queue',
  input: IdleQueue,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  aggregate: queueHistory,
  decide(state, { queueId, revision }, { realmId, actor, leafOf, own }) {
    const stream = logStream.queue(realmId, queueId);
    const queue = state.queues.get(queueId);
    if (!queue || queue.userId !== actor || own.revision !== revision) return accept([], {});
    return acceptEvent(stream, { type: 'EventQueueExpired', data: { queueId, leaves: keptLeaves(own, leafOf) } });
  },
});
