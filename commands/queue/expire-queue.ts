/** Ends an event queue that was not polled for its whole lifespan. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** `idleSince`: the last poll that the serving process knows; the log may hold a later one. Unix time in milliseconds. */
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
