/** Bots: GET /bots, and `realm_bots` of a registration. */
import { channelDocumentId, channels } from '../../projections/channels.ts';
import { membershipDocumentId, memberships } from '../../projections/memberships.ts';
import { type UserDocument, userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import { type BotFacts, type BotKeys, botRow, ownBotRow } from '../wire/bot.ts';
import { isSystemBot } from '../wire/user.ts';
import { everything, isHumanAdministrator, seesPublic } from './realm.ts';

const ownedBy = (view: ReadView, realmId: RealmId, owner: UserDocument): Promise<UserDocument[]> =>
  view.scan(users, 'byOwner', { prefix: [realmId, owner.userId], limit: everything });

/** The caller's own active bots, with their API keys. */
export async function ownBots(view: ReadView, realmId: RealmId, owner: UserDocument, keys: BotKeys) {
  const bots = await ownedBy(view, realmId, owner);
  const active = bots.filter((bot) => bot.active);
  return (await withDefaults(view, realmId, active)).map((bot) => ownBotRow(bot, keys));
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
  const shown = bots.filter((bot) => !isSystemBot(bot)).sort((a, b) => a.userId - b.userId);
  return (await withDefaults(view, realmId, shown)).map((bot) => botRow(bot, keys, clientGravatar));
}

/** Default streams go by the names that they have now. The rule is that of `src/state/bot-defaults.ts`. */
function withDefaults(view: ReadView, realmId: RealmId, bots: readonly UserDocument[]): Promise<BotFacts[]> {
  return Promise.all(
    bots.map(async (bot): Promise<BotFacts> => {
      const defaults = bot.bot?.defaults;
      const ownerId = bot.bot?.ownerId;
      if (!defaults || ownerId == null) return bot;
      const [sending, register] = await Promise.all(
        [defaults.sendingChannelId, defaults.registerChannelId].map((channelId) =>
          channelId === null ? null : nameFor(view, realmId, ownerId, channelId),
        ),
      );
      return {
        ...bot,
        defaults: { sending: sending ?? null, register: register ?? null, allPublic: defaults.allPublicStreams },
      };
    }),
  );
}

async function nameFor(
  view: ReadView,
  realmId: RealmId,
  ownerId: UserId,
  channelId: ChannelId,
): Promise<string | null> {
  const [channel, owner, membership] = await Promise.all([
    view.get(channels, channelDocumentId(realmId, channelId)),
    view.get(users, userDocumentId(realmId, ownerId)),
    view.get(memberships, membershipDocumentId(realmId, ownerId, channelId)),
  ]);
  if (!channel || channel.archived) return null;
  const isPublic = !channel.inviteOnly && owner !== undefined && seesPublic(owner);
  return isPublic || membership?.active ? channel.name : null;
}
