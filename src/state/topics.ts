/**
 * The messages of each topic, and the highest message id. It contains only ids and places; a decision reads the content of a message from
 * the message's own log stream.
 */
import type { StatePart } from '../define/handlers.ts';
import { idsFrom, idsWith, idsWithout } from '../vocabulary/ascending.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { ChannelId, MessageId } from '../vocabulary/ids.ts';
import type { ChannelPlace, Place } from '../vocabulary/places.ts';
import type { IdRange } from './move-parts.ts';

export type Topics = {
  lastMessageId: number;
  /** The highest id that was claimed for a message that will be sent. No other message gets such an id. */
  claimedMessageId: number;
  /** Maps a channel and a case-folded topic to message ids, ascending. */
  byChannel: Map<ChannelId, Map<string, MessageId[]>>;
  /** The current place of each message that was moved out of the place to which it was sent. */
  moved: Map<MessageId, ChannelPlace>;
  /** The channels that a message has left, without duplicates and in their order. The first is the one to which it was sent. */
  left: Map<MessageId, readonly ChannelId[]>;
};

export const topicsState: StatePart<Topics> = {
  initial: () => ({ lastMessageId: 0, claimedMessageId: 0, byChannel: new Map(), moved: new Map(), left: new Map() }),
  on: {
    MessageSent({ data: { messageId, place } }, topics) {
      topics.lastMessageId = Math.max(topics.lastMessageId, messageId);
      if (place.kind === 'channel') addTo(topics, place, [messageId]);
    },
    // The earlier events of a deleted message may be gone from the log, so that this event may be the only one with its id.
    MessageDeleted({ data: { messageId, place } }, topics) {
      topics.lastMessageId = Math.max(topics.lastMessageId, messageId);
      // A move may have been appended between the decision and the deletion.
      const stands = currentPlace(topics, messageId, place);
      topics.moved.delete(messageId);
      topics.left.delete(messageId);
      if (stands.kind === 'channel') removeFrom(topics, stands, [messageId]);
    },
    PolicyActionClaimed(event, topics) {
      topics.claimedMessageId = Math.max(topics.claimedMessageId, ...claimedIds(event));
    },
    RequestClaimed({ data }, topics) {
      topics.claimedMessageId = Math.max(topics.claimedMessageId, data.messageId);
    },
    TopicMoved({ data }, topics) {
      const ids = movedBy(topics, data);
      removeFrom(topics, data, ids);
      addTo(topics, data.to, ids);
      const place: ChannelPlace = { kind: 'channel', channelId: data.to.channelId, topic: data.to.topic };
      for (const id of ids) {
        topics.moved.set(id, place);
        if (data.to.channelId === data.channelId) continue;
        const left = topics.left.get(id) ?? [];
        if (!left.includes(data.channelId)) topics.left.set(id, [...left, data.channelId]);
      }
    },
  },
};

/** The ids of the messages that a move changes. `topics` must be the state right before the move. */
export function movedBy(
  topics: Topics,
  move: {
    channelId: ChannelId;
    topic: string;
    messageId: MessageId;
    which: 'one' | 'later' | 'all';
    part?: { range: IdRange } | undefined;
  },
): MessageId[] {
  const ofTopic = topics.byChannel.get(move.channelId)?.get(foldCase(move.topic)) ?? [];
  const range = move.part?.range;
  const ids = range ? idsFrom(ofTopic, range.from, range.to) : ofTopic;
  if (move.which === 'all') return [...ids];
  return idsFrom(ids, move.messageId, move.which === 'one' ? move.messageId : undefined);
}

export const currentPlace = (topics: Topics, messageId: MessageId, sentTo: Place): Place =>
  topics.moved.get(messageId) ?? sentTo;

/** Whether the message was sent to another channel and then moved to this one. For a deleted message, this is no longer known. */
export function isMovedIn({ left }: Topics, messageId: MessageId, channelId: ChannelId): boolean {
  const sentIn = left.get(messageId)?.[0] ?? channelId;
  return sentIn !== channelId;
}

/** Every channel in which the message ever was, beginning with the one to which it was sent. `place`: one of its places. */
export function channelsOf(topics: Topics, messageId: MessageId, place: Place): ChannelId[] {
  if (place.kind === 'private') return [];
  const now = topics.moved.get(messageId) ?? place;
  return [...new Set([...(topics.left.get(messageId) ?? []), place.channelId, now.channelId])];
}

function addTo(topics: Topics, place: { channelId: ChannelId; topic: string }, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const ofChannel = topics.byChannel.get(place.channelId) ?? new Map<string, MessageId[]>();
  topics.byChannel.set(place.channelId, ofChannel);
  const key = foldCase(place.topic);
  const present = ofChannel.get(key);
  if (present === undefined) ofChannel.set(key, [...ids]);
  else if (ids.length === 1 && (ids[0] as number) > (present.at(-1) ?? 0)) present.push(ids[0] as MessageId);
  else ofChannel.set(key, idsWith(present, ids));
}

function removeFrom(topics: Topics, place: { channelId: ChannelId; topic: string }, ids: readonly MessageId[]): void {
  const ofChannel = topics.byChannel.get(place.channelId);
  const key = foldCase(place.topic);
  const present = ofChannel?.get(key);
  if (!ofChannel || !present) return;
  const rest = idsWithout(present, ids);
  if (rest.length > 0) ofChannel.set(key, rest);
  else ofChannel.delete(key);
  if (ofChannel.size === 0) topics.byChannel.delete(place.channelId);
}

const claimedIds = ({ data }: Recorded<'PolicyActionClaimed'>): number[] =>
  data.plan
    .map(({ input }) => (input as { messageId?: unknown } | null)?.messageId)
    .filter((id) => typeof id === 'number');
