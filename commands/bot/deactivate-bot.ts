/** DELETE /bots/{bot_id}: deactivates a bot. Its messages stay. Deactivating it twice is not an error. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { dismissals } from '../rules/auditors.ts';
import { managedBot, managedBotRefusals } from '../rules/bots.ts';

export const deactivateBot = defineCommand({
  name: 'deactivate-bot',
  input: z.object({ botId: idNamed(UserId) }),
  refusals: managedBotRefusals,
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { botId }, { realmId, actor }) {
    const managed = managedBot(state, botId, actor);
    if ('refusal' in managed) return refuse(managed.refusal);
    if (!managed.bot.active) return accept([], {});
    return accept(
      [
        dismissals(state, [botId], 'deactivated'),
        { stream: logStream.directory(realmId), events: [{ type: 'UserDeactivated', data: { userId: botId } }] },
      ],
      {},
    );
  },
});
