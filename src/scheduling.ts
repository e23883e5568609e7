/** Puts together what sends scheduled messages. */
import { settleScheduledMessage } from '../commands/scheduled/settle-scheduled-message.ts';
import { tellScheduledMessage } from '../commands/scheduled/tell-scheduled-message.ts';
import type { Engine } from './engine/engine.ts';
import type { Logger } from './engine/logger.ts';
import { ScheduledMessages } from './engine/react/scheduled-messages.ts';

export const scheduledMessagesOf = ({ state, executor }: Engine, logger: Logger): ScheduledMessages =>
  new ScheduledMessages({
    state,
    settle: (input, order) => executor.execute(settleScheduledMessage, input, order),
    tell: (input, order) => executor.execute(tellScheduledMessage, input, order),
    now: () => executor.now(),
    logger,
  });
