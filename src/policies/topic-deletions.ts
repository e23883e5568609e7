/**
 * Deletes the messages of a topic, part by part. The performer in `src/performers/topic-deletions.ts` deletes the messages of a part,
 * each in its own log stream. It plans the next part when the read models have absorbed these deletions.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const topicDeletions: Policy<RealmState> = {
  name: 'topic-deletions',
  /** The request is answered when the first part is deleted. */
  awaited: true,
  /** The subject is the same for all deletions of an organization, so that only one part runs at a time. */
  on: { TopicDeletionRequested: () => [''] },
};
