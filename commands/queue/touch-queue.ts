/** Records that a queue was polled, at most once in half its lifespan, so that a restarted process knows that it is in use. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const touchQueue = defineCommand({
  name: 'touch-queue',
  /**
   * `revision`: the revision of the newest event in the queue's log stream when the queue was polled. A later event records this poll or
   * another one.
   */
  input: z.object({ queueId: QueueId, revision: z.int() }),
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId, revision }, { realmId }) {
    const stream = logStream.queue(realmId, queueId);
    if (!state.queues.has(queueId) || state.revisions.get(stream) !== revision) return accept([], {});
    return acceptEvent(stream, { type: 'EventQueueTouched', data: { queueId } });
  },
});
