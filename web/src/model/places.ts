/** What a reader does with a whole place, which is a stream, a topic or a private conversation: marking it as read, muting it. */
import { liveClient } from '../api/connection.ts';
import type { Place } from './narrow.ts';
import { isStreamMuted, isTopicMuted, subscriptions } from './organization.ts';
import { keyOfPeople, topicKey, unread, type Where } from './unread.ts';

/** How many messages of a private conversation are marked as read by one request. */
const idsMax = 5000;

function isIn(place: Place, where: Where): boolean {
  if ('people' in where) return place.kind === 'people' && where.people === keyOfPeople(place.ids);
  if (place.kind === 'people' || where.streamId !== place.streamId) return false;
  return place.kind === 'stream' || topicKey(where.streamId, where.topic) === topicKey(place.streamId, place.topic);
}

/** The unread messages of a place, muted ones included. Without a place: all of them. */
export const unreadIn = (place: Place | undefined): readonly number[] =>
  [...unread.value].filter(([, where]) => !place || isIn(place, where)).map(([id]) => id);

/** Without a place: everything. An event reports what has become read. */
export function markAsRead(place: Place | undefined): Promise<unknown> {
  const { value: client } = liveClient;
  if (!place) return client.post('/mark_all_as_read');
  if (place.kind === 'stream') return client.post('/mark_stream_as_read', { stream_id: place.streamId });
  if (place.kind === 'topic')
    return client.post('/mark_topic_as_read', { stream_id: place.streamId, topic_name: place.topic });
  return client.post('/messages/flags', { messages: unreadIn(place).slice(0, idsMax), op: 'add', flag: 'read' });
}

type Mutable = Exclude<Place, { readonly kind: 'people' }>;

/** What the reader of a place can mute or unmute: the topic, or the stream. A muted stream mutes its topics. */
export function mutableIn(place: Place | undefined): (Mutable & { readonly isMuted: boolean }) | undefined {
  if (!place || place.kind === 'people' || !subscriptions.value.has(place.streamId)) return undefined;
  const { streamId } = place;
  const isMuted = isStreamMuted(streamId);
  if (place.kind === 'stream' || isMuted) return { kind: 'stream', streamId, isMuted };
  return { ...place, isMuted: isTopicMuted(streamId, place.topic) };
}

export function setMuted(place: Mutable, isOn: boolean): Promise<unknown> {
  const { value: client } = liveClient;
  const { streamId: stream_id } = place;
  if (place.kind === 'topic') {
    const op = isOn ? 'add' : 'remove';
    return client.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: place.topic, op });
  }
  const subscription_data = [{ stream_id, property: 'is_muted', value: isOn }];
  return client.post('/users/me/subscriptions/properties', { subscription_data });
}
