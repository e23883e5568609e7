/** The read model `bot-storage`: one document for each entry that a user stores. */
import { defineProjection } from '../src/define/projection.ts';
import type { UserId } from '../src/vocabulary/ids.ts';

type StoredEntry = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly key: string;
  readonly value: string;
};

/** The key is the end of the id, so that no two entries have the same id. */
export const storedEntryId = (realmId: number, userId: number, key: string): string => `${realmId}.${userId}.${key}`;

export const botStorage = defineProjection<StoredEntry>({
  name: 'botStorage',
  version: 1,
  indexes: { byUser: ['realmId', 'userId'] },
  on: {
    BotStorageChanged: {
      apply: ({ realmId, data: { userId, values, removed } }) => [
        ...removed.map((key) => ({ op: 'remove', id: storedEntryId(realmId, userId, key) }) as const),
        ...Object.entries(values).map(
          ([key, value]) =>
            ({
              op: 'put',
              id: storedEntryId(realmId, userId, key),
              document: { realmId, userId, key, value },
            }) as const,
        ),
      ],
    },
  },
});
