/** Ends an event queue that nobody polls: when its lifespan is over, or before that to make room for a new queue of the same user. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { keptLeaves, queueHistory } from '../rules/queue-registration.ts';

export const expireQueue = defineCommand({
  name: 'expire-queue',
  /**
   * A queue that a process found idle by its own clock. `revision`: the revision of the newest event in the queue's log stream that the
   * process knew then. A later event means that the queue was polled elsewhere.
   */
  input: z.object({ queueId: QueueId, revision: z.int() }),
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  aggregate: queueHistory,
  decide(state, { queueId, revision }, { realmId, actor, leafOf, own }) {
    const stream = logStream.queue(realmId, queueId);
    const queue = state.queues.get(queueId);
    if (!queue || !actsFor(actor, queue.userId) || own.revision !== revision) return accept([], {});
    return acceptEvent(stream, { type: 'EventQueueExpired', data: { queueId, leaves: keptLeaves(own, leafOf) } });
  },
});
