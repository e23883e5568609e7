/** Presence: who is using the service. */
import { presence, presenceDocumentId } from '../../projections/presence.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { type PresencesObject, presenceAlone, presenceByClient, slimPresence } from '../wire/presence.ts';
import { findUsers, type UserReference } from './narrow/find-users.ts';
import { usersWith } from './realm.ts';

/** Everyone who was present in the last two weeks, by address, or by user id with `slim`. If they are too many, only the newest. */
export async function presencesOf(
  view: ReadView,
  realmId: RealmId,
  { slim, now }: { readonly slim: boolean; readonly now: Millis },
): Promise<PresencesObject> {
  const from = now - limits.presenceListedSecs * 1000;
  const found = await view.scan(presence, 'byTime', {
    prefix: [realmId],
    from,
    reverse: true,
    limit: limits.presencesListedMax,
  });
  if (slim) return Object.fromEntries(found.map(({ userId, clients }) => [userId, slimPresence(clients)]));
  const userIds = found.map(({ userId }) => userId);
  const people = await usersWith(view, realmId, userIds);
  return Object.fromEntries(found.map(({ clients }, at) => [people[at]?.email ?? '', presenceByClient(clients)]));
}

/** Throws `Refused` (`presence-user-missing`, `presence-of-bot`, `presence-missing`). */
export async function presenceOf(
  view: ReadView,
  realmId: RealmId,
  reference: UserReference,
  now: Millis,
): Promise<ReturnType<typeof presenceAlone>> {
  const [user] = await findUsers(view, realmId, [reference]);
  if (!user?.active) throw new Refused({ code: 'presence-user-missing' });
  if (user.bot) throw new Refused({ code: 'presence-of-bot' });
  const found = await view.get(presence, presenceDocumentId(realmId, user.userId));
  if (!found) throw new Refused({ code: 'presence-missing', user: String(reference) });
  return presenceAlone(found.clients, now);
}
