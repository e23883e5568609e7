/** The default streams of bots, restricted to those that the bot's owner may enter. */
import type { BotAccount } from '../vocabulary/events/directory.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Channel, openChannel } from './channels.ts';
import { isGuest } from './directory.ts';
import { isSubscribed } from './memberships.ts';
import type { RealmState } from './realm-state.ts';

/** The default streams by name. Null if there is none, if it was archived, or if the owner may no longer enter it. */
type NamedDefaults = {
  readonly sending: string | null;
  readonly register: string | null;
  readonly allPublic: boolean;
};

/** Whether the stream may be a default of the owner's bots: a public one, or one that the owner is subscribed to. */
export const mayBeDefault = (state: RealmState, ownerId: UserId | null, channel: Channel): boolean =>
  ownerId !== null &&
  (isSubscribed(state.memberships, channel.channelId, ownerId) ||
    (!channel.inviteOnly && !isGuest(state.directory.accounts.get(ownerId))));

/** The bot's default stream for messages. Undefined in the cases in which `NamedDefaults` has null. */
export function defaultChannel(
  state: RealmState,
  bot: Pick<BotAccount, 'ownerId'>,
  channelId: ChannelId | null | undefined,
): Channel | undefined {
  const channel = channelId == null ? undefined : openChannel(state.channels, channelId);
  return channel && mayBeDefault(state, bot.ownerId, channel) ? channel : undefined;
}

export const shownDefaults = (state: RealmState, bot: Pick<BotAccount, 'ownerId' | 'defaults'>): NamedDefaults => ({
  sending: defaultChannel(state, bot, bot.defaults?.sendingChannelId)?.name ?? null,
  register: defaultChannel(state, bot, bot.defaults?.registerChannelId)?.name ?? null,
  allPublic: bot.defaults?.allPublicStreams ?? false,
});
