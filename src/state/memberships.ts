/** Who is subscribed to each channel, who was subscribed before, and which messages each of them received. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Interval, includes } from '../vocabulary/intervals.ts';
import { idsOf, isMember, type Members, memberSince, nobody, withMembers, withoutMembers } from './members.ts';
import { firstChangeAfter, type MembershipChanges, noMembershipChanges, recordChange } from './membership-changes.ts';
import type { Topics } from './topics.ts';

export type Membership = {
  members: Members;
  /** For everyone who ever left: the ranges of message ids that they received. The list is empty if they received none. */
  readonly past: Map<UserId, readonly Interval[]>;
};

export type Memberships = {
  readonly byChannel: Map<ChannelId, Membership>;
  /** The latest joins and departures, which tell who was subscribed at an earlier event. */
  readonly changes: MembershipChanges;
};

export const noMemberships = (): Memberships => ({ byChannel: new Map(), changes: noMembershipChanges() });

/** `topics` must be the state just before the event: a new subscriber receives the messages above the highest id known then. */
export function evolveMemberships(memberships: Memberships, event: Recorded, topics: Topics): void {
  switch (event.type) {
    case 'ChannelCreated':
      // No client event is about the channel before its creation, so the first subscribers need no recorded change.
      join(memberships, event.data.channelId, event.data.subscribers, topics);
      break;
    case 'SubscribersAdded': {
      const { channelId, userIds } = event.data;
      recordChange(memberships.changes, channelId, join(memberships, channelId, userIds, topics), true, event.position);
      break;
    }
    case 'SubscribersRemoved':
      leave(memberships, event.data.channelId, event.data.userIds, topics, event.position);
      break;
    case 'ChannelArchived': {
      const everyone = idsOf(membersOf(memberships, event.data.channelId));
      leave(memberships, event.data.channelId, everyone, topics, event.position);
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
    const intervals = membership.past.get(userId) ?? [];
    const received: Interval[] = from <= topics.lastMessageId ? [[from, topics.lastMessageId + 1]] : [];
    membership.past.set(userId, [...intervals, ...received]);
  }
  membership.members = withoutMembers(membership.members, gone);
  recordChange(all.changes, channelId, gone, false, position);
}

export const membersOf = (memberships: Memberships, channelId: number): Members =>
  memberships.byChannel.get(channelId as ChannelId)?.members ?? nobody;

export const isSubscribed = (memberships: Memberships, channelId: number, userId: number): boolean =>
  isMember(membersOf(memberships, channelId), userId);

/** Whether the user has ever left the channel. The user may have subscribed again since. */
export const hasLeft = (memberships: Memberships, channelId: ChannelId, userId: UserId): boolean =>
  memberships.byChannel.get(channelId)?.past.has(userId) ?? false;

/**
 * Whether the user was subscribed right after the event at `position`. Where the changes since then are no longer kept, the answer is
 * whether the user is subscribed now.
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

/** Whether the user received message `id` of the channel, which means being subscribed when it was sent. */
export function received(memberships: Memberships, channelId: ChannelId, userId: UserId, id: number): boolean {
  const membership = memberships.byChannel.get(channelId);
  if (!membership) return false;
  const since = memberSince(membership.members, userId);
  if (since !== undefined && id >= since) return true;
  return includes(membership.past.get(userId) ?? [], id);
}
