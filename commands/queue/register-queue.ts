/** POST /register: opens an event queue for the caller. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { accountable } from '../../src/state/directory.ts';
import { optionsBytes } from '../../src/state/queues.ts';
import { QueueOptions } from '../../src/vocabulary/events/queue.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const registerQueue = defineCommand({
  name: 'register-queue',
  input: z.object({ options: QueueOptions }),
  refusals: ['queues-too-many'],
  stream: () => null,
  decide({ queues, directory }, { options }, { realmId, actor, generate }) {
    const bytes = optionsBytes(options);
    const own = queues.useOf(accountable(directory, actor as UserId));
    if (own.queues >= limits.queuesPerUserMax || own.bytes + bytes > limits.queueOptionsBytesPerUserMax)
      return refuse({ code: 'queues-too-many', of: 'user', max: limits.queuesPerUserMax });
    const { inAll } = queues;
    if (
      inAll.queues >= limits.queuesPerOrganizationMax ||
      inAll.bytes + bytes > limits.queueOptionsBytesPerOrganizationMax
    )
      return refuse({ code: 'queues-too-many', of: 'organization', max: limits.queuesPerOrganizationMax });
    const queueId = generate.queueId();
    const registered = { type: 'EventQueueRegistered', data: { queueId, userId: actor as UserId, options } } as const;
    return acceptEvent(logStream.queue(realmId, queueId), registered, { queueId });
  },
});
