/** DELETE /bot_storage: removes the values under some keys, or all values. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { storedBy } from '../../src/state/bot-storage.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

export const removeBotStorage = defineCommand({
  name: 'remove-bot-storage',
  /** Without `keys`, everything is removed. */
  input: z.object({ userId: UserId, keys: z.array(z.string()).optional() }),
  refusals: ['storage-key-missing', 'permission-insufficient'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, keys }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const stored = storedBy(state.botStorage, userId);
    const removed = [...new Set(keys ?? stored.keys())];
    if (removed.some((key) => !stored.has(key))) return refuse({ code: 'storage-key-missing' });
    if (removed.length === 0) return accept([], {});
    const changed = { type: 'BotStorageChanged', data: { userId, values: {}, removed } } as const;
    return acceptEvent(logStream.user(realmId, userId), changed);
  },
});
