/** A client is done with its event queue (spec, DELETE /events). */
import { z } from 'zod';
import { accept, type Command, refuse } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';

const Input = z.object({ queueId: QueueId });

export const deleteQueue: Command<RealmState, z.infer<typeof Input>, Record<string, never>> = {
  name: 'delete-queue',
  summary: 'End an event queue of the caller',
  input: Input,
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId }, { realmId, actor }) {
    const queue = state.queues.get(queueId);
    if (!queue) return refuse({ code: 'queue-missing', queueId });
    if (queue.userId !== actor) return refuse({ code: 'queue-foreign-delete' });
    return accept(
      [{ stream: logStream.queue(realmId, queueId), events: [{ type: 'EventQueueDeleted', data: { queueId } }] }],
      {},
    );
  },
};
