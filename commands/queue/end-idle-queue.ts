/** Makes room for a new event queue of the same user: ends one that nobody polls, before its lifespan is over. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { queueInUseSecs } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** `idleSince`: the last poll that the serving process knows; the log may hold a later one. Unix time in milliseconds. */
const Input = z.object({ queueId: QueueId, idleSince: z.int() });

export const endIdleQueue = defineCommand({
  name: 'end-idle-queue',
  summary: 'End an idle event queue of the caller, for a new one',
  input: Input,
  refusals: [],
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId, idleSince }, { realmId, actor, now }) {
    const queue = state.queues.get(queueId);
    const lastSeen = Math.max(queue?.touchedAt ?? 0, idleSince);
    if (!queue || queue.userId !== actor || now - lastSeen < queueInUseSecs * 1000) return accept([], {});
    return accept(
      [{ stream: logStream.queue(realmId, queueId), events: [{ type: 'EventQueueExpired', data: { queueId } }] }],
      {},
    );
  },
});
