/**
 * Who knows of a chat stream: its subscribers, for a public stream everybody except guests, and human administrators. A user who does not
 * know of a stream gets the same answers as if it did not exist. The lists in a registration follow the same rule.
 */
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Channel, channelNamed, openChannel } from './channels.ts';
import { type Account, isAdmin, isGuest } from './directory.ts';
import { hasLeft, isSubscribed, membersOf } from './memberships.ts';
import type { RealmState } from './realm-state.ts';

export const isHumanAdministrator = (account: Account | undefined): boolean =>
  isAdmin(account) && account?.bot === null;

/** Whether the account's user knows of the channel even without a subscription. */
export const seesUnsubscribed = (account: Account | undefined, channel: Channel): boolean =>
  isHumanAdministrator(account) || (!channel.inviteOnly && !isGuest(account));

export const wasEverSubscribed = (state: RealmState, channelId: ChannelId, userId: UserId): boolean =>
  isSubscribed(state.memberships, channelId, userId) || hasLeft(state.memberships, channelId, userId);

/**
 * Whether the user knows of the channel. Former subscribers do. A bot also knows of channels to which its owner is subscribed. The service
 * itself knows of all.
 */
export function knowsOf(state: RealmState, userId: UserId | null, channel: Channel): boolean {
  if (userId === null) return true;
  const account = state.directory.accounts.get(userId);
  if (!account) return false;
  if (seesUnsubscribed(account, channel) || wasEverSubscribed(state, channel.channelId, userId)) return true;
  const ownerId = account.bot?.ownerId;
  return ownerId != null && isSubscribed(state.memberships, channel.channelId, ownerId);
}

/** The unarchived channel with that name or id, if the user knows of it. */
export function knownChannel(state: RealmState, userId: UserId | null, nameOrId: string | number): Channel | undefined {
  const channel =
    typeof nameOrId === 'number' ? openChannel(state.channels, nameOrId) : channelNamed(state.channels, nameOrId);
  return channel && knowsOf(state, userId, channel) ? channel : undefined;
}

/** The private, unarchived channel with that id, if it has no subscribers. Only subscribers let others in, so that it stays empty. */
export function emptyPrivateChannel(
  { channels, memberships }: Pick<RealmState, 'channels' | 'memberships'>,
  channelId: ChannelId,
): Channel | undefined {
  const channel = openChannel(channels, channelId);
  return channel?.inviteOnly && membersOf(memberships, channelId).size === 0 ? channel : undefined;
}
