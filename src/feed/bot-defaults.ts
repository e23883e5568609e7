/**
 * `realm_bot` events about the default streams of bots. These streams are shown by name, so that they also change with a stream's name,
 * with its privacy, and with the streams that the bot's owner may enter. Zulip sends events only for the first of these.
 */
import { shownDefaults } from '../state/bot-defaults.ts';
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
  UserRoleChanged: (_event, before) => differences(before, withDefault(before)),
  ChannelRenamed: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  ChannelPrivacyChanged: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  ChannelArchived: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  SubscribersAdded: ({ data: { channelId } }, before) => ofChannel(before, channelId),
  SubscribersRemoved: ({ data: { channelId } }, before) => ofChannel(before, channelId),
};

const ofChannel = (before: RealmState, channelId: ChannelId) =>
  differences(
    before,
    withDefault(
      before,
      (defaults) => defaults?.sendingChannelId === channelId || defaults?.registerChannelId === channelId,
    ),
  );

/** The bots with default streams, ascending. There may be many, so bots that the event cannot concern are left out early. */
const withDefault = (
  { directory }: RealmState,
  isMeant: (defaults: BotAccount['defaults']) => boolean = () => true,
): UserId[] =>
  [...directory.withDefaultStream]
    .filter((userId) => isMeant(directory.accounts.get(userId)?.bot?.defaults))
    .sort((a, b) => a - b);

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
