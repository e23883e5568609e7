/**
 * `realm_bot` events about the default streams of bots. These streams are shown by name, so that they also change with a stream's name,
 * with its privacy, and with the streams that the bot's owner may enter. Zulip sends events only for the first of these.
 */
import { shownDefaults } from '../state/bot-defaults.ts';
import type { Account } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { BotAccount } from '../vocabulary/events/directory.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { defaultFields } from '../wire/bot.ts';
import { changed, ownerOf, realmBot } from './bots.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const botDefaultsFeed: Feed = {
  BotDefaultsChanged: ({ data: { userId } }, before) => differences(before, [userId]),
  BotOwnerChanged: ({ data: { userId } }, before) => differences(before, [userId]),
  UserRoleChanged: ({ data: { userId } }, before) =>
    differences(
      before,
      withDefault(before, ({ ownerId }) => ownerId === userId),
    ),
  ChannelRenamed: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  ChannelPrivacyChanged: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  ChannelArchived: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  SubscribersAdded: ({ data: { channelId, userIds } }, before) => ofChannel(before, channelId, userIds),
  SubscribersRemoved: ({ data: { channelId, userIds } }, before) => ofChannel(before, channelId, userIds),
};

/** `ownerIds`: the owners of the bots. Absent: the bots of all owners. */
const ofChannel = (before: RealmState, channelId: ChannelId, ownerIds?: readonly UserId[]) =>
  differences(
    before,
    withDefault(
      before,
      ({ defaults, ownerId }) =>
        (defaults?.sendingChannelId === channelId || defaults?.registerChannelId === channelId) &&
        (ownerIds === undefined || (ownerId !== null && ownerIds.includes(ownerId))),
    ),
  );

function withDefault({ directory }: RealmState, isMeant: (bot: BotAccount) => boolean): UserId[] {
  const botOf = (userId: UserId): Account['bot'] | undefined => directory.accounts.get(userId)?.bot;
  return [...directory.withDefaultStream]
    .filter((userId) => {
      const bot = botOf(userId);
      return bot != null && isMeant(bot);
    })
    .sort((a, b) => a - b);
}

/** One event for each bot whose shown defaults differ after the event. */
function differences(before: RealmState, botIds: readonly UserId[]): (state: RealmState) => ClientEvent[] {
  const was = botIds.map((botId) => fieldsOf(before, botId));
  return (state) =>
    botIds.flatMap((botId, at) => {
      const ownerId = ownerOf(state.directory.accounts.get(botId));
      const old = was[at];
      const now = fieldsOf(state, botId);
      if (ownerId === undefined || !old || !now) return [];
      const entries = Object.entries(now).filter(([name, value]) => old[name as keyof typeof old] !== value);
      if (entries.length === 0) return [];
      return [realmBot({ kind: 'administrators', plus: [ownerId] }, changed(botId, Object.fromEntries(entries)))];
    });
}

function fieldsOf(state: RealmState, botId: UserId): ReturnType<typeof defaultFields> | undefined {
  const bot = state.directory.accounts.get(botId)?.bot;
  return bot ? defaultFields(shownDefaults(state, bot)) : undefined;
}
