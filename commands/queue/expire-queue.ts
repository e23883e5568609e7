/** Ends an event queue that was not polled for its whole lifespan. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { keptLeaves, queueHistory } from '../rules/queue-registration.ts';

/**
 * `revision`: of the newest event of the queue's log stream that the serving process knew when it found the queue idle, by a clock of its
 * own. A later event means that the queue was polled elsewhere.
 */
const Input = z.object({ queueId: QueueId, revision: z.int() });

export const expireQueue = defineCommand({
  name: 'expire-queue',
  summary: 'End an event queue that nobody polls',
  input: Input,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  aggregate: queueHistory,
  decide(state, { queueId, revision }, { realmId, leafOf, own }) {
    const stream = logStream.queue(realmId, queueId);
    if (!state.queues.has(queueId) || own.revision !== revision) return accept([], {});
    return accept(
      [{ stream, events: [{ type: 'EventQueueExpired', data: { queueId, leaves: keptLeaves(own, leafOf) } }] }],
      {},
    );
  },
});
