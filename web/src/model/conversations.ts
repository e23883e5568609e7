/** The private conversations, and the topics of the expanded streams, newest first. */
import { signal } from '@preact/signals';
import { client } from '../api/connection.ts';
import type { Listed, Registered } from '../api/types.ts';
import { eraOfMessages } from './messages.ts';
import { ofPeople, othersOf, sentForm } from './narrow.ts';
import { keyOfPeople } from './unread.ts';

export type Conversation = { readonly others: readonly number[]; readonly newest: number };
export type Topic = { readonly name: string; readonly newest: number };

export const conversations = signal<readonly Conversation[]>([]);
/** The topics of each stream for which they were fetched. */
export const topics = signal<ReadonlyMap<number, readonly Topic[]>>(new Map());

const byNewest = (a: { readonly newest: number }, b: { readonly newest: number }): number => b.newest - a.newest;

export function learnConversations({ recent_private_conversations: recent = [] }: Registered): void {
  conversations.value = recent
    .map(({ user_ids: others, max_message_id: newest }) => ({ others, newest }))
    .sort(byNewest);
  // The topics that are shown are fetched again.
  for (const streamId of topics.value.keys()) void loadTopics(streamId);
}

/** Runs once at a time for each key. Calls during a run lead to one more run. */
function oneAtATime<K>(run: (key: K) => Promise<void>) {
  /** Whether it was called again. */
  const running = new Map<K, boolean>();
  const call = async (key: K): Promise<void> => {
    const isRunning = running.has(key);
    running.set(key, isRunning);
    if (isRunning) return;
    try {
      do {
        running.set(key, false);
        await run(key);
      } while (running.get(key));
    } finally {
      running.delete(key);
    }
  };
  return { call, isRunning: (key: K): boolean => running.has(key) };
}

/** Fetches the topics of a stream. */
export const { call: loadTopics } = oneAtATime(fetchTopics);

async function fetchTopics(streamId: number): Promise<void> {
  const era = eraOfMessages();
  const answer = await client.value.get('/users/me/{stream_id}/topics', { stream_id: streamId }).catch(() => undefined);
  if (!answer || era !== eraOfMessages()) return;
  const rows = answer.topics.map(({ name, max_id: newest }) => ({ name, newest }));
  topics.value = new Map(topics.value).set(streamId, rows);
}

/** Must be called when messages were moved or deleted, because the topics of these streams may have changed. */
export function reloadTopics(...streamIds: readonly (number | undefined)[]): void {
  for (const id of new Set(streamIds)) if (id !== undefined && topics.value.has(id)) void loadTopics(id);
}

/**
 * Must be called when private messages were deleted. A conversation is listed by its newest remaining message, or not
 * at all.
 */
export function handleDeletedPrivate(ids: readonly number[]): void {
  for (const { others, newest } of conversations.value) {
    const key = keyOfPeople(others);
    if (ids.includes(newest) || newestOf.isRunning(key)) void newestOf.call(key);
  }
}

const newestOf = oneAtATime(async (key: string): Promise<void> => {
  const era = eraOfMessages();
  const known = conversations.value.find(({ others }) => keyOfPeople(others) === key);
  if (!known) return;
  const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow: sentForm(ofPeople(known.others)) } as const;
  const answer = await client.value.get('/messages', asked).catch(() => undefined);
  // A new message may have arrived meanwhile.
  if (!answer || era !== eraOfMessages() || !conversations.value.includes(known)) return;
  const rest = conversations.value.filter((one) => one !== known);
  const left = answer.messages.map(({ id: newest }) => ({ ...known, newest }));
  conversations.value = [...rest, ...left].sort(byNewest);
});

export function addToConversation(message: Listed): void {
  if (message.type === 'private') {
    const others = othersOf(message);
    const key = keyOfPeople(others);
    const rest = conversations.value.filter((one) => keyOfPeople(one.others) !== key);
    conversations.value = [{ others, newest: message.id }, ...rest];
    return;
  }
  const { stream_id: streamId, subject: name, id: newest } = message;
  const kept = streamId === undefined ? undefined : topics.value.get(streamId);
  if (streamId === undefined || !kept) return;
  const rest = kept.filter((topic) => topic.name.toLowerCase() !== name.toLowerCase());
  topics.value = new Map(topics.value).set(streamId, [{ name, newest }, ...rest]);
}
