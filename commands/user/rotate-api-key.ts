/** Replaces an API key. The old key stops working at once; the new one is derived from the generation. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { dismissals } from '../rules/auditors.ts';
import { keyRotated, managedBot } from '../rules/bots.ts';

export const rotateApiKey = defineCommand({
  name: 'rotate-api-key',
  /** `onlyBot`: refuses users that are not bots. */
  input: z.object({ userId: idNamed(UserId), onlyBot: z.boolean().optional() }),
  refusals: ['bot-missing', 'user-missing', 'permission-insufficient', 'user-deactivated'],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { userId, onlyBot = false }, { realmId, actor }) {
    const account = state.directory.accounts.get(userId);
    if (onlyBot && !account?.bot) return refuse({ code: 'bot-missing' });
    if (!account) return refuse({ code: 'user-missing' });
    if (!actsFor(actor, userId)) {
      if (!account.bot) return refuse({ code: 'permission-insufficient' });
      const managed = managedBot(state, userId, actor);
      if ('refusal' in managed) return refuse(managed.refusal);
    }
    if (!account.active) return refuse({ code: 'user-deactivated' });
    const rotated = keyRotated(account);
    // An administrator who gets the key of a bot that is an auditor must not become an auditor by it.
    const isForOther = account.bot !== null && actor !== null && actor !== userId && actor !== account.bot.ownerId;
    return accept(
      [
        dismissals(state, isForOther ? [userId] : [], 'key-replaced'),
        { stream: logStream.directory(realmId), events: [rotated] },
      ],
      { generation: rotated.data.generation },
    );
  },
});
