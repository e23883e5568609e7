import { botStorage, storedEntryId } from '../../projections/bot-storage.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { everything } from './realm.ts';

/** The values that a bot has stored under these keys, or all of its values. Throws `Refused` (`storage-key-missing`). */
export async function storedValues(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const entries =
    keys === undefined
      ? await view.scan(botStorage, 'byUser', { prefix: [realmId, userId], limit: everything })
      : await view.getMany(
          botStorage,
          keys.map((key) => storedEntryId(realmId, userId, key)),
        );
  return Object.fromEntries(
    entries.map((entry) => {
      if (!entry) throw new Refused({ code: 'storage-key-missing' });
      return [entry.key, entry.value] as const;
    }),
  );
}
