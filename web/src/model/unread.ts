/** The unread messages with their conversations. Messages that were on the screen are marked as read. */
import { computed, effect, signal } from '@preact/signals';
import { ApiError } from 'verbatim/client';
import { connectionState, liveClient } from '../api/connection.ts';
import { isPast } from '../api/looking.ts';
import type { Listed, Registered } from '../api/types.ts';
import { isMention, knownIds, setFlag } from './messages.ts';
import { othersOf } from './narrow.ts';
import { isMuted, me } from './organization.ts';

export type Where = { readonly streamId: number; readonly topic: string } | { readonly people: string };

export const unread = signal<ReadonlyMap<number, Where>>(new Map());
const mentions = signal<ReadonlySet<number>>(new Set());

const whereOf = (message: Listed): Where =>
  message.type === 'stream' && message.stream_id !== undefined
    ? { streamId: message.stream_id, topic: message.subject }
    : { people: keyOfPeople(othersOf(message)) };

export const keyOfPeople = (others: readonly number[]): string => [...others].sort((a, b) => a - b).join(',');

export function learnUnread({ unread_msgs: all }: Pick<Registered, 'unread_msgs'>): void {
  const next = new Map<number, Where>();
  for (const { stream_id: streamId, topic, unread_message_ids: ids } of all?.streams ?? [])
    for (const id of ids) next.set(id, { streamId, topic });
  for (const { sender_id: sender, unread_message_ids: ids } of all?.pms ?? [])
    for (const id of ids) next.set(id, { people: sender === me.value ? '' : String(sender) });
  for (const { user_ids_string: text, unread_message_ids: ids } of all?.huddles ?? []) {
    const others = text
      .split(',')
      .map(Number)
      .filter((id) => id !== me.value);
    for (const id of ids) next.set(id, { people: keyOfPeople(others) });
  }
  unread.value = next;
  mentions.value = new Set(all?.mentions ?? []);
}

/** Must be called after an edit of a message, with whether it mentions the reader now. */
export function setMention(id: number, isOn: boolean): void {
  const next = new Set(mentions.value);
  if (isOn && unread.value.has(id)) next.add(id);
  else next.delete(id);
  mentions.value = next;
}

export function addUnread(messages: readonly Listed[]): void {
  const fresh = messages.filter(({ flags }) => !flags.includes('read'));
  if (fresh.length === 0) return;
  unread.value = new Map([...unread.value, ...fresh.map((message) => [message.id, whereOf(message)] as const)]);
  const mentioned = fresh.filter(isMention);
  if (mentioned.length > 0) mentions.value = new Set([...mentions.value, ...mentioned.map(({ id }) => id)]);
}

/** Messages that were marked as unread, while the server is asked where they are. */
const again = new Set<number>();
const againMax = 1000;

/** Must be called when another client marked messages as unread. The page may not have loaded them. */
export async function fetchUnread(ids: readonly number[]): Promise<void> {
  for (const id of ids) again.add(id);
  const narrow = [{ operator: 'is', operand: 'unread' }];
  const asked = { anchor: Math.min(...ids), num_before: 0, num_after: againMax, narrow };
  // If this fails, they count after the next registration.
  const answer = await liveClient.value.get('/messages', asked).catch(() => undefined);
  addUnread(answer?.messages.filter(({ id }) => again.has(id)) ?? []);
  for (const id of ids) again.delete(id);
}

export function removeUnread(ids: readonly number[], isAll = false): void {
  const next = new Map(unread.value);
  if (isAll) next.clear();
  for (const id of ids) next.delete(id);
  for (const id of isAll ? [...again] : ids) again.delete(id);
  // If they were deleted, the server would refuse them.
  for (const id of ids) seen.delete(id);
  unread.value = next;
  mentions.value = new Set([...mentions.value].filter((id) => next.has(id)));
  setFlag(isAll ? knownIds() : ids, 'read', true);
}

/** Unread messages in streams that the user leaves count as read, even after the user joins again. */
export function removeUnreadOfStreams(streamIds: readonly number[]): void {
  const isLeft = (where: Where): boolean => 'streamId' in where && streamIds.includes(where.streamId);
  removeUnread([...unread.value].filter(([, where]) => isLeft(where)).map(([id]) => id));
}

/** Unread messages that were moved count in their new conversation. */
export function moveUnread(ids: readonly number[], streamId: number, topic: string): void {
  const moved = ids.filter((id) => unread.value.has(id));
  if (moved.length === 0) return;
  unread.value = new Map([...unread.value, ...moved.map((id) => [id, { streamId, topic }] as const)]);
}

export type Counts = {
  readonly all: number;
  readonly mentions: number;
  readonly streams: ReadonlyMap<number, number>;
  /** `<stream id>\n<topic in lower case>` → how many. */
  readonly topics: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, number>;
};

export const topicKey = (streamId: number, topic: string): string => `${streamId}\n${topic.toLowerCase()}`;

/** Muted messages count in their topic only, not in the stream or in total. */
export const counts = computed((): Counts => {
  const streams = new Map<number, number>();
  const topics = new Map<string, number>();
  const people = new Map<string, number>();
  let all = 0;
  const more = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const where of unread.value.values()) {
    if ('people' in where) {
      more(people, where.people);
      all += 1;
      continue;
    }
    more(topics, topicKey(where.streamId, where.topic));
    if (isMuted(where.streamId, where.topic)) continue;
    more(streams, where.streamId);
    all += 1;
  }
  return { all, mentions: mentions.value.size, streams, topics, people };
});

/** The conversation of the oldest unread message that is not muted. */
export function nextUnread(): Where | undefined {
  const ids = [...unread.value.keys()].sort((a, b) => a - b);
  for (const id of ids) {
    const where = unread.value.get(id);
    if (where && !('streamId' in where && isMuted(where.streamId, where.topic))) return where;
  }
  return undefined;
}

const seen = new Set<number>();
let isWaiting = false;
const batchMs = 400;

/** Marks messages as read. Messages that are seen within a short time are sent in one request. */
export function see(ids: readonly number[]): void {
  if (isPast.peek()) return;
  const fresh = ids.filter((id) => unread.value.has(id));
  for (const id of fresh) seen.add(id);
  if (fresh.length > 0) sendSeen();
}

function sendSeen(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(async () => {
    isWaiting = false;
    const messages = [...seen];
    seen.clear();
    if (messages.length === 0) return;
    if (!isPast.peek()) removeUnread(messages);
    try {
      await liveClient.value.post('/messages/flags', { messages, op: 'add', flag: 'read' });
    } catch (error) {
      // They are sent again, unless the server refuses them.
      if (!(error instanceof ApiError && error.status === 400)) for (const id of messages) seen.add(id);
    }
  }, batchMs);
}

effect(() => {
  if (connectionState.value.is === 'live' && seen.size > 0) sendSeen();
});
