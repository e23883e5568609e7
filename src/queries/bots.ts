/** Bots: GET /bots, and `realm_bots` of a registration. */

import { membershipDocumentId, memberships } from '../../projections/memberships.ts';
import { type UserDocument, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import { isSystemBot } from '../vocabulary/system-bots.ts';
import { type BotFacts, type BotKeys, botRow, ownBotRow } from '../wire/bot.ts';
import { channelsById, usersById } from './by-ids.ts';
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

/** Adds default streams with their current names. The rule is that of `src/state/bot-defaults.ts`. */
async function withDefaults(view: ReadView, realmId: RealmId, bots: readonly UserDocument[]): Promise<BotFacts[]> {
  const choices = bots.flatMap(({ bot }) => {
    const ownerId = bot?.ownerId;
    if (!bot?.defaults || ownerId == null) return [];
    const { sendingChannelId, registerChannelId } = bot.defaults;
    return [sendingChannelId, registerChannelId].flatMap((id) => (id === null ? [] : [{ ownerId, channelId: id }]));
  });
  const names = await namesFor(view, realmId, choices);
  return bots.map((bot): BotFacts => {
    const { defaults, ownerId } = bot.bot ?? {};
    if (!defaults || ownerId == null) return bot;
    const nameOf = (id: ChannelId | null) => (id === null ? null : (names.get(keyOf(ownerId, id)) ?? null));
    const { sendingChannelId, registerChannelId, allPublicStreams } = defaults;
    const shown = { sending: nameOf(sendingChannelId), register: nameOf(registerChannelId) };
    return { ...bot, defaults: { ...shown, allPublic: allPublicStreams } };
  });
}

type Choice = { readonly ownerId: UserId; readonly channelId: ChannelId };
const keyOf = (ownerId: UserId, channelId: ChannelId): string => `${ownerId} ${channelId}`;

/** The names of the streams that the bots' owners may enter, in three reads for any number of bots. */
async function namesFor(view: ReadView, realmId: RealmId, choices: readonly Choice[]): Promise<Map<string, string>> {
  if (choices.length === 0) return new Map();
  const channelIds = choices.map(({ channelId }) => channelId);
  const ownerIds = choices.map(({ ownerId }) => ownerId);
  const ids = choices.map(({ ownerId, channelId }) => membershipDocumentId(realmId, ownerId, channelId));
  const [found, owners, joined] = await Promise.all([
    channelsById(view, realmId, channelIds),
    usersById(view, realmId, ownerIds),
    view.getMany(memberships, ids),
  ]);
  return new Map(
    choices.flatMap(({ ownerId, channelId }, at): [string, string][] => {
      const [channel, owner] = [found[at], owners[at]];
      if (!channel || channel.archived) return [];
      const isOpen = !channel.inviteOnly && owner !== undefined && seesPublic(owner);
      return isOpen || joined[at]?.active ? [[keyOf(ownerId, channelId), channel.name]] : [];
    }),
  );
}
