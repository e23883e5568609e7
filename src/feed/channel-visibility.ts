/**
 * Scopes of client events: the subscribers of a chat stream, the users who know of it (`src/state/channel-knowledge.ts`), or users by their
 * ids.
 */
import { idsOf } from '../state/channel-members.ts';
import type { Channel } from '../state/channels.ts';
import { membersOf } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import { ascending } from '../vocabulary/ascending.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Scope } from './client-event.ts';

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
