/** Assembles the event queues. */
import { touchQueue } from '../../commands/queue/touch-queue.ts';
import type { Config } from '../config.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Engine } from '../engine/engine.ts';
import type { Logger } from '../engine/logger.ts';
import type { Secrets } from '../engine/secrets.ts';
import { EventQueues } from '../queues/event-queues.ts';
import type { RingLimits } from '../queues/ring.ts';
import type { Millis } from '../vocabulary/ids.ts';

type Given = {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly now: () => Millis;
  readonly ring: RingLimits | undefined;
};

/** `newsAfter`: client events after this position are kept in memory. */
export function queuesOf(
  engine: Engine,
  newsAfter: number,
  { config, secrets, logger, now, ring }: Given,
): EventQueues {
  const { state, executor, follower } = engine;
  return new EventQueues(
    {
      state,
      now,
      heartbeatMs: config.heartbeatSecs * 1000,
      catchUp: () => follower.catchUp(),
      position: () => follower.position,
      acknowledged: () => executor.acknowledged,
      read: (body) => engine.read(body),
      touch: ({ realmId, queueId, revision }) => {
        executor
          .execute(touchQueue, { queueId, revision }, orderByService(realmId))
          .catch((error: unknown) =>
            logger.error({ err: error, queueId }, 'a poll of an event queue was not recorded'),
          );
      },
      secrets,
      ...(ring && { ring }),
    },
    newsAfter,
  );
}
