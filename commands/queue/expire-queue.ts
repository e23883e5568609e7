/** Ends an event queue that was not polled for its whole lifespan. */
import { accept, acceptEvent } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { IdleQueue, keptLeaves, queueHistory } from '../rules/queue-registration.ts';

export const expireQueue = defineCommand({
  name: 'expire-queue',
  input: IdleQueue,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  aggregate: queueHistory,
  decide(state, { queueId, revision }, { realmId, leafOf, own }) {
    const stream = logStream.queue(realmId, queueId);
    if (!state.queues.has(queueId) || own.revision !== revision) return accept([], {});
    return acceptEvent(stream, { type: 'EventQueueExpired', data: { queueId, leaves: keptLeaves(own, leafOf) } });
  },
});
