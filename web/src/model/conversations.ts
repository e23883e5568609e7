/** The private conversations, and the topics of the expanded streams, newest first. */
import { signal } from '@preact/signals';
import { client } from '../api/connection.ts';
import type { Listed, Registered } from '../api/types.ts';
import { eraOfMessages } from './messages.ts';
import { othersOf } from './narrow.ts';
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

/** Streams whose topics are being fetched, and whether they were asked for again meanwhile. */
const fetching = new Map<number, boolean>();

/** Fetches the topics of a stream. However often it is called meanwhile, they are fetched once more. */
export async function loadTopics(streamId: number): Promise<void> {
  const isFetching = fetching.has(streamId);
  fetching.set(streamId, isFetching);
  if (isFetching) return;
  try {
    do {
      fetching.set(streamId, false);
      await fetchTopics(streamId);
    } while (fetching.get(streamId));
  } finally {
    fetching.delete(streamId);
  }
}

async function fetchTopics(streamId: number): Promise<void> {
  const era = eraOfMessages();
  const answer = await client.value.get('/users/me/{stream_id}/topics', { stream_id: streamId }).catch(() => undefined);
  if (!answer || era !== eraOfMessages()) return;
  const rows = answer.topics.map(({ name, max_id: newest }) => ({ name, newest }));
  topics.value = new Map(topics.value).set(streamId, rows);
}

/** Messages were moved or deleted, so the topics of these streams may be others. */
export function tellTopics(...streamIds: readonly (number | undefined)[]): void {
  for (const id of new Set(streamIds)) if (id !== undefined && topics.value.has(id)) void loadTopics(id);
}

export function tellConversation(message: Listed): void {
  if (message.type === 'private') {
    const others = othersOf(message);
    const key = keyOfPeople(others);
    const rest = conversations.value.filter((one) => keyOfPeople(one.others) !== key);
    conversations.value = [{ others, newest: message.id }, ...rest];
    return;
  }
  const { stream_id: streamId, subject: name, id: newest } = message;
  const standing = streamId === undefined ? undefined : topics.value.get(streamId);
  if (streamId === undefined || !standing) return;
  const rest = standing.filter((topic) => topic.name.toLowerCase() !== name.toLowerCase());
  topics.value = new Map(topics.value).set(streamId, [{ name, newest }, ...rest]);
}
