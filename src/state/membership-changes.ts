/**
 * The latest joins and departures of each channel. Together with the current subscribers they determine who was subscribed at an earlier
 * event. Their number is bounded for each channel and in total. The channels whose last change is oldest are dropped first.
 */
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

/** Two lists of the same length, oldest change first. An item of `users` is twice the user id, plus one if the user joined. */
type ChannelChanges = { positions: number[]; users: number[] };

export type MembershipChanges = {
  /** Ordered by last change, the newest last. */
  readonly byChannel: Map<ChannelId, ChannelChanges>;
  /** The number of changes over all channels. */
  count: number;
};

export const noMembershipChanges = (): MembershipChanges => ({ byChannel: new Map(), count: 0 });

export function recordChange(
  all: MembershipChanges,
  channelId: ChannelId,
  userIds: readonly UserId[],
  joined: boolean,
  position: number,
): void {
  if (userIds.length === 0) return;
  const changes = all.byChannel.get(channelId) ?? { positions: [], users: [] };
  all.byChannel.delete(channelId);
  all.byChannel.set(channelId, changes);
  for (const userId of userIds) {
    changes.positions.push(position);
    changes.users.push(2 * userId + (joined ? 1 : 0));
  }
  all.count += userIds.length;
  // The list is cut only at twice the bound, so that the cost of moving the rest is low for each change.
  if (changes.users.length > 2 * limits.channelMembershipChangesMax) {
    const over = changes.users.length - limits.channelMembershipChangesMax;
    changes.positions.splice(0, over);
    changes.users.splice(0, over);
    all.count -= over;
  }
  for (const [quietest, { users }] of all.byChannel) {
    if (all.count <= limits.membershipChangesMax) break;
    all.byChannel.delete(quietest);
    all.count -= users.length;
  }
}

/** The user's first change in the channel after the event at `position`. Undefined if there is none, or if it was dropped. */
export function firstChangeAfter(
  { byChannel }: MembershipChanges,
  channelId: ChannelId,
  userId: UserId,
  position: number,
): 'joined' | 'left' | undefined {
  const changes = byChannel.get(channelId);
  if (!changes || (changes.positions.at(-1) ?? 0) <= position) return undefined;
  const at = changes.users.findIndex(
    (user, index) => user >>> 1 === userId && (changes.positions[index] as number) > position,
  );
  if (at < 0) return undefined;
  return (changes.users[at] as number) % 2 === 1 ? 'joined' : 'left';
}
