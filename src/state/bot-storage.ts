/** The data that users store: the keys and the lengths of the values. Only the read model contains the values. */
import type { StatePart } from '../define/handlers.ts';
import type { UserId } from '../vocabulary/ids.ts';

/** Maps a key to the bytes of the key and its value. */
type StoredSizes = ReadonlyMap<string, number>;
type BotStorage = Map<UserId, StoredSizes>;

const none: StoredSizes = new Map();

export const storedBy = (storage: BotStorage, userId: UserId): StoredSizes => storage.get(userId) ?? none;

export const entrySize = (key: string, value: string): number => Buffer.byteLength(key) + Buffer.byteLength(value);

export const botStorageState: StatePart<BotStorage> = {
  initial: () => new Map(),
  on: {
    BotStorageChanged({ data: { userId, values, removed } }, storage) {
      const sizes = new Map(storedBy(storage, userId));
      for (const key of removed) sizes.delete(key);
      for (const [key, value] of Object.entries(values)) sizes.set(key, entrySize(key, value));
      if (sizes.size > 0) storage.set(userId, sizes);
      else storage.delete(userId);
    },
  },
};
