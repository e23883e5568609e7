/** `max_message_id`: the newest message that a user received. */
import { messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { Interval } from '../vocabulary/intervals.ts';
import { lastMessageId } from './stream-ends.ts';
import { received, receives, viewerOf } from './visibility.ts';

/** How many of the organization's newest messages are looked at before each subscription is. */
const newestAsked = 20;

/**
 * The id of the newest message that the user received; −1 if there is none. Where they received none of the newest messages, reads
 * one index key for each interval of each subscription, and two more. Throws `Refused` (`user-missing`).
 */
export async function newestReceived(view: ReadView, realmId: RealmId, userId: UserId): Promise<number> {
  const newest = async (index: string, prefix: number[], [from, before]: Interval): Promise<number> => {
    const bounds = before === null ? { from } : { from, to: before - 1 };
    const [key] = await view.scanKeys(messages, index, { prefix, ...bounds, reverse: true, limit: 1 });
    return (key?.[2] as number | undefined) ?? -1;
  };
  const viewer = await viewerOf(view, realmId, userId, 'all');
  if (!receives(viewer)) return -1;
  if (viewer.memberships.size > newestAsked) {
    const last = await view.scan(messages, 'byRealm', { prefix: [realmId], reverse: true, limit: newestAsked });
    const own = last.find((message) => received(viewer, message));
    if (own) return own.messageId;
  }
  const newestIn = async (channelId: number, interval: Interval): Promise<number> => {
    if (interval[1] !== null) return newest('byChannel', [realmId, channelId], interval);
    const last = await lastMessageId(view, { realmId, channelId });
    return last !== null && last >= interval[0] ? last : -1;
  };
  const found = await Promise.all([
    newest('byParticipant', [realmId, userId], [0, null]),
    newest('byAlsoTo', [realmId, userId], [0, null]),
    ...[...viewer.memberships.values()].flatMap(({ channelId, intervals }) =>
      intervals.map((interval) => newestIn(channelId, interval)),
    ),
  ]);
  return found.reduce((a, b) => Math.max(a, b), -1);
}
