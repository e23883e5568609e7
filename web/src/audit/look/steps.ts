/** Finds the previous and the next event for a look back, in the current trail. */
import { liveClient } from '../../api/connection.ts';
import type { Entry } from '../shared/words.ts';
import { marked } from './marks.ts';

/** The kinds of events to step through. */
export const kinds = {
  all: {
    words: 'messages, topics, streams, groups, emoji',
    actions: ['message.', 'topic.', 'stream.', 'user_group.', 'emoji.'],
  },
  marked: { words: 'edits, moves, deletions, role changes', actions: marked },
} as const;
export type Kind = keyof typeof kinds;

const isIntact = ({ state }: Entry): boolean => state === 'intact';

/** The last event that is not later than a time. */
export async function lastBefore(at: Date, reason: string): Promise<Entry | undefined> {
  const asked = { until: at.toISOString(), reason, limit: 20 };
  return (await liveClient.value.get('/audit/events', asked)).records.find(isIntact);
}

export async function step(from: string, by: 1 | -1, kind: Kind, reason: string): Promise<Entry | undefined> {
  const action = JSON.stringify(kinds[kind].actions);
  const bounds = by === 1 ? ({ since: from, order: 'asc' } as const) : ({ until: from, order: 'desc' } as const);
  const { records } = await liveClient.value.get('/audit/events', { action, reason, limit: 20, ...bounds });
  return records.find((entry) => isIntact(entry) && entry.id !== from);
}
