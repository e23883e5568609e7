/** A queue was polled: said at most once per half lifespan, so that a restart knows it was alive. */
import { z } from 'zod';
import { accept, type Command } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { QueueId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';

const Input = z.object({ queueId: QueueId });

export const touchQueue: Command<RealmState, z.infer<typeof Input>, Record<string, never>> = {
  name: 'touch-queue',
  summary: 'Record that an event queue was polled',
  input: Input,
  stream: ({ queueId }, realmId) => logStream.queue(realmId, queueId),
  decide(state, { queueId }, { realmId, now }) {
    const queue = state.queues.get(queueId);
    if (!queue || now - queue.touchedAt <= queue.options.lifespanSecs * 500) return accept([], {});
    return accept(
      [{ stream: logStream.queue(realmId, queueId), events: [{ type: 'EventQueueTouched', data: { queueId } }] }],
      {},
    );
  },
};
