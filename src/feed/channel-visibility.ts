/**
 * Who knows of a chat stream: everybody who is subscribed; of public ones all but guests; and human administrators of all (api-facts
 * §2.7, §3.3). The same rule as a registration's lists follow, so that events keep them true.
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

/** Whether somebody of that account knows of the channel without being subscribed. */
export const seesUnsubscribed = (account: Account | undefined, channel: Channel): boolean =>
  isHumanAdministrator(account) || (!channel.inviteOnly && !isGuest(account));

/** Whether the user was subscribed once, whatever came of it. */
export const wasEverSubscribed = (state: RealmState, channelId: ChannelId, userId: UserId): boolean =>
  isSubscribed(state.memberships, channelId, userId) || hasLeft(state.memberships, channelId, userId);

export const subscribersOf = (state: RealmState, channelId: ChannelId): UserId[] =>
  idsOf(membersOf(state.memberships, channelId));

/** Everybody who knows of the channel right after the event, but for `minus`. */
export const viewers = (channel: Channel, minus?: readonly UserId[]): Scope => ({
  kind: 'viewers',
  channelId: channel.channelId,
  public: !channel.inviteOnly,
  ...(minus ? { minus } : {}),
});

export const only = (userIds: readonly UserId[]): Scope => ({ kind: 'users', userIds: ascending(userIds) });

/** One for all: what is kept for event queues would keep as many as there are events. */
export const nobody: readonly UserId[] = [];

/** Each once, in the order that scopes want. */
export const ascending = (userIds: readonly UserId[]): readonly UserId[] =>
  userIds.length === 0 ? nobody : [...new Set(userIds)].sort((a, b) => a - b);
