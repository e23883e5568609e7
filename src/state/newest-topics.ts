/** The topics of a chat stream that a user may read. */
import { idsFrom } from '../vocabulary/ascending.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import { type Interval, includes, includesSince, newestWithin } from '../vocabulary/intervals.ts';
import { isGuest } from './directory.ts';
import { isSubscribed } from './memberships.ts';
import type { IdRange } from './move-parts.ts';
import type { RealmState } from './realm-state.ts';
import { rangesReceived } from './received.ts';
import { isMovedIn } from './topics.ts';

/** `key`: the case-folded topic. `messageId`: its newest message that the user may read. */
type NewestOfTopic = { readonly key: string; readonly messageId: MessageId };

/** The topics that the user may read, sorted by their newest messages, the newest first. */
export function newestTopics(
  state: RealmState,
  userId: UserId,
  channelId: ChannelId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly topics: readonly NewestOfTopic[]; readonly more: boolean } {
  const ofChannel = state.topics.byChannel.get(channelId) ?? new Map<string, MessageId[]>();
  const ranges: readonly Interval[] = mayReadAll(state, userId, channelId)
    ? [[0, null]]
    : rangesReceived(state, channelId, userId);
  const newest = new Map<MessageId, string>();
  for (const [key, ids] of ofChannel) {
    const id = newestWithin(ids, ranges, (id) => isMovedIn(state.topics, id, channelId));
    if (id !== undefined) newest.set(id, key);
  }
  // Numbers in a typed array are sorted about ten times as fast as objects, and there may be a hundred thousand topics.
  const descending = Float64Array.from(newest.keys()).sort().reverse();
  const page = Array.from(descending.subarray(offset, offset + limit)) as MessageId[];
  const topics = page.map((messageId) => ({ messageId, key: newest.get(messageId) ?? '' }));
  return { topics, more: descending.length > offset + limit };
}

/** The messages of a topic that the user may read, ascending. With a range, only those in the range. */
export function readableInTopic(
  state: RealmState,
  userId: UserId,
  { channelId, topic }: { readonly channelId: ChannelId; readonly topic: string },
  range?: IdRange,
): MessageId[] {
  const all = state.topics.byChannel.get(channelId)?.get(foldCase(topic.trim())) ?? [];
  const ids = range ? idsFrom(all, range.from, range.to) : [...all];
  if (mayReadAll(state, userId, channelId)) return ids;
  const ranges = rangesReceived(state, channelId, userId);
  return ids.filter((id) => (isMovedIn(state.topics, id, channelId) ? includesSince : includes)(ranges, id));
}

function mayReadAll(state: RealmState, userId: UserId, channelId: ChannelId): boolean {
  const channel = state.channels.byId.get(channelId);
  if (!channel || channel.archived) return false;
  if (!channel.inviteOnly && !isGuest(state.directory.accounts.get(userId))) return true;
  return channel.historyPublic && isSubscribed(state.memberships, channelId, userId);
}
