/** Records whether the server of an outgoing-webhook bot could be reached, so that every process stops calling one that could not. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordBotServer = defineCommand({
  name: 'record-bot-server',
  /** `failures`: the number of consecutive failures, 0 if the server answered. `restsUntil`: Unix time in milliseconds. */
  input: z.object({ botId: UserId, failures: z.int().nonnegative(), restsUntil: z.int() }),
  refusals: [],
  stream: ({ botId }, realmId) => logStream.user(realmId, botId),
  decide({ directory }, { botId: userId, failures, restsUntil }, { realmId }) {
    const account = directory.accounts.get(userId);
    if (!account || (account.outage?.failures ?? 0) === failures) return accept([], {});
    const event =
      failures === 0
        ? ({ type: 'BotServerAnswered', data: { userId } } as const)
        : ({ type: 'BotServerFailed', data: { userId, failures, restsUntil } } as const);
    return acceptEvent(logStream.user(realmId, userId), event);
  },
});
