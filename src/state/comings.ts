/**
 * Comings and goings of late, for audiences of earlier events: who was in a channel then is who is in it now, but for what has
 * changed since. Bounded for a channel and in all; the channels that have been quiet the longest are forgotten first.
 */
import type { ChannelId, UserId } from '../vocabulary/ids.ts';

/** One number of each list for each coming or going, oldest first. `users`: twice the id, and one more for who came. */
export type Changes = { positions: number[]; users: number[] };

export type Comings = {
  /** The channel that changed last is the last. */
  readonly byChannel: Map<ChannelId, Changes>;
  /** How many are remembered. */
  count: number;
};

const channelMax = 2_000;
const allMax = 200_000;

export const noComings = (): Comings => ({ byChannel: new Map(), count: 0 });

export function remember(
  comings: Comings,
  channelId: ChannelId,
  userIds: readonly UserId[],
  joined: boolean,
  position: number,
): void {
  if (userIds.length === 0) return;
  const changes = comings.byChannel.get(channelId) ?? { positions: [], users: [] };
  comings.byChannel.delete(channelId);
  comings.byChannel.set(channelId, changes);
  for (const userId of userIds) {
    changes.positions.push(position);
    changes.users.push(2 * userId + (joined ? 1 : 0));
  }
  comings.count += userIds.length;
  // Not with each one: what is cut off is moved away from.
  if (changes.users.length > 2 * channelMax) {
    const over = changes.users.length - channelMax;
    changes.positions.splice(0, over);
    changes.users.splice(0, over);
    comings.count -= over;
  }
  for (const [quietest, { users }] of comings.byChannel) {
    if (comings.count <= allMax) break;
    comings.byChannel.delete(quietest);
    comings.count -= users.length;
  }
}

/** What the user did there first after the event at `position`, as far as is remembered. */
export function firstChangeAfter(
  { byChannel }: Comings,
  channelId: ChannelId,
  userId: UserId,
  position: number,
): 'came' | 'left' | undefined {
  const changes = byChannel.get(channelId);
  if (!changes || (changes.positions.at(-1) ?? 0) <= position) return undefined;
  const at = changes.users.findIndex(
    (user, index) => user >>> 1 === userId && (changes.positions[index] as number) > position,
  );
  if (at < 0) return undefined;
  return (changes.users[at] as number) % 2 === 1 ? 'came' : 'left';
}
