/** Assembles the parts that send scheduled messages. */

import { sendScheduledMessage } from '../../commands/scheduled/send-scheduled-message.ts';
import { settleScheduledMessage } from '../../commands/scheduled/settle-scheduled-message.ts';
import { type Clock, delayedStepClock } from '../engine/clocks.ts';
import type { Engine } from '../engine/engine.ts';
import type { Logger } from '../engine/logger.ts';
import { ScheduledMessages } from '../engine/react/scheduled-messages.ts';

type SchedulingParts = { readonly steady: Clock; readonly logger: Logger };

export const scheduledMessagesOf = (
  { state, executor }: Engine,
  { steady, logger }: SchedulingParts,
): ScheduledMessages =>
  new ScheduledMessages({
    state,
    settle: (input, order) => executor.execute(settleScheduledMessage, input, order),
    send: (input, order) => executor.execute(sendScheduledMessage, input, order),
    now: delayedStepClock(steady),
    logger,
  });
