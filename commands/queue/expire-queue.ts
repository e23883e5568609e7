/** Nobody polled a queue for as long as it may live (spec, States; api-facts §0.2a). */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** `idleSince`: when whoever serves the queue last saw a poll; the log may know of a later one. */
const Input = z.object({ queueId: QueueId, idleSince: z.int() });

export const expireQueue = defineCommand({
  name: 'expire-queue',
  summary: 'End an event queue that nobody polls',
  input: Input,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId, idleSince }, { realmId, now }) {
    const queue = state.queues.get(queueId);
    const lastSeen = Math.max(queue?.touchedAt ?? 0, idleSince);
    if (!queue || now - lastSeen < queue.options.lifespanSecs * 1000) return accept([], {});
    return accept(
      [{ stream: logStream.queue(realmId, queueId), events: [{ type: 'EventQueueExpired', data: { queueId } }] }],
      {},
    );
  },
});
