/** PUT /bot_storage: stores values under keys for the caller, and leaves other keys unchanged. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { entrySize, storedBy } from '../../src/state/bot-storage.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

/** Keys are parts of document ids. */
const isKey = (key: string): boolean =>
  key !== '' && Buffer.byteLength(key) <= limits.botStorageKeyBytesMax && !/[\p{Cc}\p{Cs}]/u.test(key);

export const updateBotStorage = defineCommand({
  name: 'update-bot-storage',
  input: z.object({ userId: UserId, values: z.record(z.string(), z.string()) }),
  refusals: ['storage-key-invalid', 'storage-full', 'storage-keys-too-many', 'permission-insufficient'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, values }, { realmId, actor }) {
    const entries = Object.entries(values);
    if (entries.some(([key]) => !isKey(key)))
      return refuse({ code: 'storage-key-invalid', bytesMax: limits.botStorageKeyBytesMax });
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (entries.length === 0) return accept([], { bytes: 0 });
    const sizes = new Map(storedBy(state.botStorage, userId));
    let bytes = 0;
    for (const [key, value] of entries) {
      bytes += entrySize(key, value);
      sizes.set(key, entrySize(key, value));
    }
    const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    if (whole > limits.botStorageBytesMax)
      return refuse({
        code: 'storage-full',
        beyond: whole - limits.botStorageBytesMax,
        bytesMax: limits.botStorageBytesMax,
      });
    if (sizes.size > limits.botStorageKeysMax)
      return refuse({ code: 'storage-keys-too-many', max: limits.botStorageKeysMax });
    const changed: DomainEvent = { type: 'BotStorageChanged', data: { userId, values, removed: [] } };
    return acceptEvent(logStream.user(realmId, userId), changed, { bytes });
  },
});
