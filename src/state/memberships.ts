/** The current and former subscribers of each channel, and which messages each of them received. */
import type { StatePart } from '../define/handlers.ts';
import { countBelow } from '../vocabulary/ascending.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Bounds, type Interval, intervalsOf } from '../vocabulary/intervals.ts';
import { idsOf, isMember, type Members, memberSince, nobody, withMembers, withoutMembers } from './channel-members.ts';
import { firstChangeAfter, type MembershipChanges, noMembershipChanges, recordChange } from './membership-changes.ts';
import type { Topics } from './topics.ts';

type Membership = {
  members: Members;
  /** The received messages of every user who ever left. The list is empty for a user who received none. */
  readonly past: Map<UserId, Bounds>;
};

export type Memberships = {
  readonly byChannel: Map<ChannelId, Membership>;
  /** The latest joins and departures, from which earlier subscribers can be found. */
  readonly changes: MembershipChanges;
  /** How many ranges of ended subscriptions there are, in total and by user. */
  readonly ended: { inAll: number; readonly byUser: Map<UserId, number> };
};

/** The handlers' `topics` must be the state just before the event: a new subscriber receives the messages above the highest id then. */
export const membershipsState: StatePart<Memberships, { readonly topics: Topics }> = {
  initial: () => ({ byChannel: new Map(), changes: noMembershipChanges(), ended: { inAll: 0, byUser: new Map() } }),
  on: {
    // No client event about the channel precedes its creation, so that no change is recorded for its first subscribers.
    ChannelCreated({ data }, memberships, { topics }) {
      join(memberships, data.channelId, data.subscribers, topics);
    },
    SubscribersAdded({ data, position }, memberships, { topics }) {
      const joined = join(memberships, data.channelId, data.userIds, topics);
      recordChange(memberships.changes, data.channelId, joined, true, position);
    },
    SubscribersRemoved({ data, position }, memberships, { topics }) {
      leave(memberships, data.channelId, data.userIds, topics, position);
    },
    ChannelArchived({ data, position }, memberships, { topics }) {
      leave(memberships, data.channelId, idsOf(membersOf(memberships, data.channelId)), topics, position);
    },
  },
};

function membershipOf({ byChannel }: Memberships, channelId: ChannelId): Membership {
  const known = byChannel.get(channelId);
  if (known) return known;
  const fresh = { members: nobody, past: new Map() };
  byChannel.set(channelId, fresh);
  return fresh;
}

/** Returns the users who were not subscribed yet. */
function join(all: Memberships, channelId: ChannelId, userIds: readonly UserId[], topics: Topics): UserId[] {
  const membership = membershipOf(all, channelId);
  const fresh = userIds.filter((id) => !isMember(membership.members, id));
  membership.members = withMembers(membership.members, fresh, topics.lastMessageId + 1);
  return fresh;
}

function leave(
  all: Memberships,
  channelId: ChannelId,
  userIds: readonly UserId[],
  topics: Topics,
  position: number,
): void {
  const membership = membershipOf(all, channelId);
  const gone = userIds.filter((id) => isMember(membership.members, id));
  for (const userId of gone) {
    const from = memberSince(membership.members, userId) as number;
    const bounds = membership.past.get(userId) ?? [];
    const hasReceived = from <= topics.lastMessageId;
    membership.past.set(userId, hasReceived ? [...bounds, from, topics.lastMessageId + 1] : bounds);
    if (hasReceived) countEnded(all, userId, 1);
  }
  membership.members = withoutMembers(membership.members, gone);
  recordChange(all.changes, channelId, gone, false, position);
}

function countEnded({ ended }: Memberships, userId: UserId, count: number): void {
  ended.inAll += count;
  ended.byUser.set(userId, (ended.byUser.get(userId) ?? 0) + count);
}

/** Restores from a snapshot what a user received in a channel before leaving it. The channel must be known. */
export function putPast(all: Memberships, channelId: ChannelId, userId: UserId, bounds: Bounds): void {
  const membership = all.byChannel.get(channelId);
  if (!membership) return;
  membership.past.set(userId, bounds);
  if (bounds.length > 0) countEnded(all, userId, bounds.length / 2);
}

/** How many of the user's subscriptions to the channel ended after at least one message. */
export const endedIn = ({ byChannel }: Memberships, channelId: ChannelId, userId: UserId): number =>
  (byChannel.get(channelId)?.past.get(userId)?.length ?? 0) / 2;

export const membersOf = (memberships: Memberships, channelId: number): Members =>
  memberships.byChannel.get(channelId as ChannelId)?.members ?? nobody;

export const isSubscribed = (memberships: Memberships, channelId: number, userId: number): boolean =>
  isMember(membersOf(memberships, channelId), userId);

/** Whether the user has ever left the channel. The user may have subscribed again since. */
export const hasLeft = (memberships: Memberships, channelId: ChannelId, userId: UserId): boolean =>
  memberships.byChannel.get(channelId)?.past.has(userId) ?? false;

/** The users who left the channel and have not come back, ascending. */
export const formerMembers = ({ byChannel }: Memberships, channelId: ChannelId): UserId[] => {
  const { members = nobody, past = new Map<UserId, unknown>() } = byChannel.get(channelId) ?? {};
  return [...past.keys()].filter((userId) => !isMember(members, userId)).sort((a, b) => a - b);
};

/**
 * Whether the user was subscribed right after the event at `position`. If the changes since then were dropped, the answer is whether the
 * user is subscribed now.
 */
export function wasSubscribedAt(
  memberships: Memberships,
  channelId: ChannelId,
  userId: UserId,
  position: number,
): boolean {
  const later = firstChangeAfter(memberships.changes, channelId, userId, position);
  return later === undefined ? isSubscribed(memberships, channelId, userId) : later === 'left';
}

/** The ranges of message ids that the user received in the channel, ascending. The last one has no end while the user is subscribed. */
export function receivedRanges({ byChannel }: Memberships, channelId: ChannelId, userId: UserId): readonly Interval[] {
  const membership = byChannel.get(channelId);
  if (!membership) return [];
  const since = memberSince(membership.members, userId);
  const past = intervalsOf(membership.past.get(userId) ?? []);
  return since === undefined ? past : [...past, [since, null]];
}

/** Whether the user was subscribed to the channel when message `id` was sent. */
export function wasSubscribedFor(memberships: Memberships, channelId: ChannelId, userId: UserId, id: number): boolean {
  const membership = memberships.byChannel.get(channelId);
  if (!membership) return false;
  const since = memberSince(membership.members, userId);
  if (since !== undefined && id >= since) return true;
  const bounds = membership.past.get(userId) ?? [];
  // Before the first range no bound is passed, within it one, after it two, and so on. A queue needs this for hundreds of messages at a
  // time.
  return countBelow(bounds, id + 1) % 2 === 1;
}

/** Whether the user was subscribed to the channel when message `id` was sent, and has been ever since. */
export function hasStayedSince(memberships: Memberships, channelId: ChannelId, userId: UserId, id: number): boolean {
  const since = memberSince(membersOf(memberships, channelId), userId);
  return since !== undefined && id >= since;
}
