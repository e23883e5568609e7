/**
 * Deletes the messages of a topic, part by part. The performer in `src/engine/react/topic-deletions.ts` deletes those of a part, each in
 * its own log stream, and plans the next part when the read models have absorbed that.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const topicDeletions: Policy<RealmState> = {
  name: 'topic-deletions',
  /** The request is answered when the first part is deleted. */
  awaited: true,
  /** The subject is the same for all deletions of an organization: one part at a time. */
  on: { TopicDeletionRequested: () => [''] },
};
