/** State of `channel-…`: who is in a channel now and was before, and which messages each topic holds. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { type Interval, includes } from '../vocabulary/intervals.ts';
import { indexOf, isMember, type Members, nobody, withMembers, withoutMembers } from './members.ts';
import type { Messages } from './messages.ts';

export type Membership = {
  readonly members: Members;
  /** What those who left had received; everybody who ever left is there, also who received nothing. */
  readonly past: ReadonlyMap<UserId, readonly Interval[]>;
  /** Comings and goings of late, newest last: who was in as of an earlier event. */
  readonly recent: readonly { readonly position: number; readonly userId: UserId; readonly joined: boolean }[];
};

export type Memberships = Map<ChannelId, Membership>;

const empty: Membership = { members: nobody, past: new Map(), recent: [] };

/** How many comings and goings a channel remembers for audiences of earlier events. */
const recentMax = 2_000;

/** `messages` as it stands at the event: a joining begins above every id that stands in the log before it. */
export function evolveMemberships(memberships: Memberships, event: Recorded, messages: Messages): void {
  switch (event.type) {
    case 'ChannelCreated':
      join(memberships, event.data.channelId, event.data.subscribers, messages, event.position);
      break;
    case 'SubscribersAdded':
      join(memberships, event.data.channelId, event.data.userIds, messages, event.position);
      break;
    case 'SubscribersRemoved':
      leave(memberships, event.data.channelId, event.data.userIds, messages, event.position);
      break;
    case 'ChannelArchived': {
      const everyone = [...(memberships.get(event.data.channelId)?.members.ids ?? [])] as UserId[];
      leave(memberships, event.data.channelId, everyone, messages, event.position);
      break;
    }
  }
}

function join(
  all: Memberships,
  channelId: ChannelId,
  userIds: readonly UserId[],
  messages: Messages,
  position: number,
): void {
  const before = all.get(channelId) ?? empty;
  const fresh = userIds.filter((id) => !isMember(before.members, id));
  all.set(channelId, {
    ...before,
    members: withMembers(before.members, fresh, messages.lastId + 1),
    recent: remember(before, fresh, true, position),
  });
}

function leave(
  all: Memberships,
  channelId: ChannelId,
  userIds: readonly UserId[],
  messages: Messages,
  position: number,
): void {
  const before = all.get(channelId) ?? empty;
  const past = new Map(before.past);
  const gone = userIds.filter((id) => isMember(before.members, id));
  for (const userId of gone) {
    const from = before.members.from[indexOf(before.members, userId)] as number;
    const stretches = past.get(userId) ?? [];
    past.set(userId, from <= messages.lastId ? [...stretches, [from, messages.lastId + 1]] : stretches);
  }
  all.set(channelId, {
    members: withoutMembers(before.members, gone),
    past,
    recent: remember(before, gone, false, position),
  });
}

function remember(
  before: Membership,
  userIds: readonly UserId[],
  joined: boolean,
  position: number,
): Membership['recent'] {
  if (userIds.length === 0) return before.recent;
  return [...before.recent, ...userIds.map((userId) => ({ position, userId, joined }))].slice(-recentMax);
}

export const membersOf = (memberships: Memberships, channelId: number): Members =>
  memberships.get(channelId as ChannelId)?.members ?? nobody;

export const isSubscribed = (memberships: Memberships, channelId: number, userId: number): boolean =>
  isMember(membersOf(memberships, channelId), userId);

/** Whether the user was in the channel right after the event at `position`. */
export function wasSubscribedAt(
  memberships: Memberships,
  channelId: ChannelId,
  userId: UserId,
  position: number,
): boolean {
  const membership = memberships.get(channelId);
  if (!membership) return false;
  if ((membership.recent.at(-1)?.position ?? 0) > position) {
    const later = membership.recent.find((entry) => entry.userId === userId && entry.position > position);
    if (later) return !later.joined;
  }
  return isMember(membership.members, userId);
}

/** Whether the user received message `id` of the channel when it was sent: was in it then. */
export function received(memberships: Memberships, channelId: ChannelId, userId: UserId, id: number): boolean {
  const membership = memberships.get(channelId);
  if (!membership) return false;
  const at = indexOf(membership.members, userId);
  if (at >= 0 && id >= (membership.members.from[at] as number)) return true;
  return includes(membership.past.get(userId) ?? [], id);
}
