/** State of `channel-…`: who is in a channel now and was before, and which messages each topic holds. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Interval, includes } from '../vocabulary/intervals.ts';
import { type Comings, firstChangeAfter, noComings, remember } from './comings.ts';
import { idsOf, isMember, type Members, memberSince, nobody, withMembers, withoutMembers } from './members.ts';
import type { Messages } from './messages.ts';

export type Membership = {
  members: Members;
  /** What those who left had received; everybody who ever left is there, also who received nothing. */
  readonly past: Map<UserId, readonly Interval[]>;
};

export type Memberships = {
  readonly byChannel: Map<ChannelId, Membership>;
  /** Who was in as of an earlier event. */
  readonly comings: Comings;
};

export const noMemberships = (): Memberships => ({ byChannel: new Map(), comings: noComings() });

/** `messages` as it stands at the event: a joining begins above every id that stands in the log before it. */
export function evolveMemberships(memberships: Memberships, event: Recorded, messages: Messages): void {
  switch (event.type) {
    case 'ChannelCreated':
      // Nothing that happened in it is earlier, so nobody asks who was in it before.
      join(memberships, event.data.channelId, event.data.subscribers, messages);
      break;
    case 'SubscribersAdded': {
      const { channelId, userIds } = event.data;
      remember(memberships.comings, channelId, join(memberships, channelId, userIds, messages), true, event.position);
      break;
    }
    case 'SubscribersRemoved':
      leave(memberships, event.data.channelId, event.data.userIds, messages, event.position);
      break;
    case 'ChannelArchived': {
      const everyone = idsOf(membersOf(memberships, event.data.channelId));
      leave(memberships, event.data.channelId, everyone, messages, event.position);
      break;
    }
  }
}

function membershipOf({ byChannel }: Memberships, channelId: ChannelId): Membership {
  const known = byChannel.get(channelId);
  if (known) return known;
  const fresh = { members: nobody, past: new Map() };
  byChannel.set(channelId, fresh);
  return fresh;
}

/** Who was not in yet. */
function join(all: Memberships, channelId: ChannelId, userIds: readonly UserId[], messages: Messages): UserId[] {
  const membership = membershipOf(all, channelId);
  const fresh = userIds.filter((id) => !isMember(membership.members, id));
  membership.members = withMembers(membership.members, fresh, messages.lastId + 1);
  return fresh;
}

function leave(
  all: Memberships,
  channelId: ChannelId,
  userIds: readonly UserId[],
  messages: Messages,
  position: number,
): void {
  const membership = membershipOf(all, channelId);
  const gone = userIds.filter((id) => isMember(membership.members, id));
  for (const userId of gone) {
    const from = memberSince(membership.members, userId) as number;
    const stretches = membership.past.get(userId) ?? [];
    membership.past.set(userId, from <= messages.lastId ? [...stretches, [from, messages.lastId + 1]] : stretches);
  }
  membership.members = withoutMembers(membership.members, gone);
  remember(all.comings, channelId, gone, false, position);
}

export const membersOf = (memberships: Memberships, channelId: number): Members =>
  memberships.byChannel.get(channelId as ChannelId)?.members ?? nobody;

export const isSubscribed = (memberships: Memberships, channelId: number, userId: number): boolean =>
  isMember(membersOf(memberships, channelId), userId);

/** Whether the user was subscribed once and left, whatever came of it. */
export const hasLeft = (memberships: Memberships, channelId: ChannelId, userId: UserId): boolean =>
  memberships.byChannel.get(channelId)?.past.has(userId) ?? false;

/** Whether the user was in the channel right after the event at `position`. */
export function wasSubscribedAt(
  memberships: Memberships,
  channelId: ChannelId,
  userId: UserId,
  position: number,
): boolean {
  const later = firstChangeAfter(memberships.comings, channelId, userId, position);
  return later === undefined ? isSubscribed(memberships, channelId, userId) : later === 'left';
}

/** Whether the user received message `id` of the channel when it was sent: was in it then. */
export function received(memberships: Memberships, channelId: ChannelId, userId: UserId, id: number): boolean {
  const membership = memberships.byChannel.get(channelId);
  if (!membership) return false;
  const since = memberSince(membership.members, userId);
  if (since !== undefined && id >= since) return true;
  return includes(membership.past.get(userId) ?? [], id);
}
