/** Records that a queue was polled, at most once in half its lifespan, so that a restarted process knows that it is in use. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

const Input = z.object({ queueId: QueueId });

export const touchQueue = defineCommand({
  name: 'touch-queue',
  summary: 'Record that an event queue was polled',
  input: Input,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId }, { realmId, now }) {
    const queue = state.queues.get(queueId);
    if (!queue || now - queue.touchedAt <= queue.options.lifespanSecs * 500) return accept([], {});
    return accept(
      [{ stream: logStream.queue(realmId, queueId), events: [{ type: 'EventQueueTouched', data: { queueId } }] }],
      {},
    );
  },
});
