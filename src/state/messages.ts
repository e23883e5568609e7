/** What decisions need of all messages: the highest id, which messages each topic holds, and where the moved ones stand. No contents. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, MessageId } from '../vocabulary/ids.ts';
import { type ChannelPlace, foldCase, type Place } from '../vocabulary/places.ts';

export type Messages = {
  lastId: number;
  /** The highest id that a policy's claim holds for a message it will send: nobody else gets it. */
  claimedId: number;
  /** Channel → folded topic → ids, ascending. */
  topics: Map<ChannelId, Map<string, MessageId[]>>;
  /** Messages that do not stand where they were sent, and where they stand. */
  moved: Map<MessageId, ChannelPlace>;
};

export const noMessages = (): Messages => ({ lastId: 0, claimedId: 0, topics: new Map(), moved: new Map() });

export function evolveMessages(messages: Messages, event: Recorded): void {
  switch (event.type) {
    case 'MessageSent':
      messages.lastId = Math.max(messages.lastId, event.data.messageId);
      if (event.data.place.kind === 'channel') put(messages, event.data.place, [event.data.messageId]);
      break;
    case 'MessageDeleted':
      messages.lastId = Math.max(messages.lastId, event.data.messageId);
      messages.moved.delete(event.data.messageId);
      if (event.data.place.kind === 'channel') take(messages, event.data.place, new Set([event.data.messageId]));
      break;
    case 'ReactionClaimed':
      messages.claimedId = Math.max(messages.claimedId, ...claimedIds(event));
      break;
    case 'TopicMoved': {
      const ids = movedBy(messages, event.data);
      take(messages, event.data, new Set(ids));
      put(messages, event.data.to, ids);
      const place: ChannelPlace = { kind: 'channel', channelId: event.data.to.channelId, topic: event.data.to.topic };
      for (const id of ids) messages.moved.set(id, place);
      break;
    }
  }
}

/** The messages that a move means, as of just before it. */
export function movedBy(
  messages: Messages,
  move: { channelId: ChannelId; topic: string; messageId: MessageId; which: 'one' | 'later' | 'all' },
): MessageId[] {
  const ids = messages.topics.get(move.channelId)?.get(foldCase(move.topic)) ?? [];
  if (move.which === 'all') return [...ids];
  if (move.which === 'later') return ids.filter((id) => id >= move.messageId);
  return ids.filter((id) => id === move.messageId);
}

/** Where a message stands now, given where it was sent. */
export const currentPlace = (messages: Messages, messageId: MessageId, sentTo: Place): Place =>
  messages.moved.get(messageId) ?? sentTo;

function put(messages: Messages, place: { channelId: ChannelId; topic: string }, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const topics = messages.topics.get(place.channelId) ?? new Map<string, MessageId[]>();
  messages.topics.set(place.channelId, topics);
  const key = foldCase(place.topic);
  const standing = topics.get(key);
  if (standing === undefined) topics.set(key, [...ids]);
  else if (ids.length === 1 && (ids[0] as number) > (standing.at(-1) ?? 0)) standing.push(ids[0] as MessageId);
  else
    topics.set(
      key,
      [...new Set([...standing, ...ids])].sort((a, b) => a - b),
    );
}

function take(messages: Messages, place: { channelId: ChannelId; topic: string }, ids: ReadonlySet<MessageId>): void {
  const topics = messages.topics.get(place.channelId);
  const key = foldCase(place.topic);
  const rest = topics?.get(key)?.filter((id) => !ids.has(id));
  if (!topics || !rest) return;
  if (rest.length > 0) topics.set(key, rest);
  else topics.delete(key);
  if (topics.size === 0) messages.topics.delete(place.channelId);
}

const claimedIds = ({ data }: Recorded<'ReactionClaimed'>): number[] =>
  data.plan
    .map(({ input }) => (input as { messageId?: unknown } | null)?.messageId)
    .filter((id) => typeof id === 'number');
