/**
 * Who knows of a chat stream: its subscribers, for a public stream everybody but guests, and human administrators. The lists in a
 * registration follow the same rule, so that events keep them true.
 */

import { idsOf } from '../state/channel-members.ts';
import type { Channel } from '../state/channels.ts';
import { type Account, isAdmin, isGuest } from '../state/directory.ts';
import { hasLeft, isSubscribed, membersOf } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Scope } from './client-event.ts';

export const isHumanAdministrator = (account: Account | undefined): boolean =>
  isAdmin(account) && account?.bot === null;

/** Whether the account's user knows of the channel even if not subscribed. */
export const seesUnsubscribed = (account: Account | undefined, channel: Channel): boolean =>
  isHumanAdministrator(account) || (!channel.inviteOnly && !isGuest(account));

/** Whether the user is subscribed, or was at any time. */
export const wasEverSubscribed = (state: RealmState, channelId: ChannelId, userId: UserId): boolean =>
  isSubscribed(state.memberships, channelId, userId) || hasLeft(state.memberships, channelId, userId);

export const subscribersOf = (state: RealmState, channelId: ChannelId): UserId[] =>
  idsOf(membersOf(state.memberships, channelId));

/** Everyone who knows of the channel right after the event, except `minus`. */
export const viewers = (channel: Channel, minus?: readonly UserId[]): Scope => ({
  kind: 'viewers',
  channelId: channel.channelId,
  public: !channel.inviteOnly,
  ...(minus ? { minus } : {}),
});

export const only = (userIds: readonly UserId[]): Scope => ({ kind: 'users', userIds: ascending(userIds) });

/** Without duplicates, in the order that scopes require. */
export const ascending = (userIds: readonly UserId[]): readonly UserId[] => [...new Set(userIds)].sort((a, b) => a - b);
