/** Bots: GET /bots, and `realm_bots` of a registration. */
import { type UserDocument, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type BotKeys, botRow, ownBotRow } from '../wire/bot.ts';
import { isSystemBot } from '../wire/user.ts';
import { everything, isHumanAdministrator } from './realm.ts';

const ownedBy = (view: ReadView, realmId: RealmId, owner: UserDocument): Promise<UserDocument[]> =>
  view.scan(users, 'byOwner', { prefix: [realmId, owner.userId], limit: everything });

/** The caller's own active bots, with their API keys. */
export async function ownBots(view: ReadView, realmId: RealmId, owner: UserDocument, keys: BotKeys) {
  const bots = await ownedBy(view, realmId, owner);
  return bots.filter(({ active }) => active).map((bot) => ownBotRow(bot, keys));
}

/** Human administrators see all bots except system bots; other users see their own. Deactivated bots are included. Ordered by id. */
export async function realmBots(
  view: ReadView,
  realmId: RealmId,
  user: UserDocument,
  keys: BotKeys,
  clientGravatar: boolean,
) {
  const bots = isHumanAdministrator(user)
    ? await view.scan(users, 'bots', { prefix: [realmId], limit: everything })
    : await ownedBy(view, realmId, user);
  return bots
    .filter((bot) => !isSystemBot(bot))
    .sort((a, b) => a.userId - b.userId)
    .map((bot) => botRow(bot, keys, clientGravatar));
}
