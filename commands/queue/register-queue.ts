/** POST /register: opens an event queue for the caller. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { QueueOptions } from '../../src/vocabulary/events/queue.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

const Input = z.object({ options: QueueOptions });

export const registerQueue = defineCommand({
  name: 'register-queue',
  summary: 'Open an event queue for the caller',
  input: Input,
  refusals: [],
  stream: () => null,
  decide(_state, { options }, { realmId, actor, mint }) {
    const queueId = mint.queueId();
    const registered = { type: 'EventQueueRegistered', data: { queueId, userId: actor as UserId, options } } as const;
    return accept([{ stream: logStream.queue(realmId, queueId), events: [registered] }], { queueId });
  },
});
