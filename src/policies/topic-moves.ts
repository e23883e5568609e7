/**
 * Continues moves of many messages, part by part. The performer in `src/performers/topic-moves.ts` waits until the read models have
 * absorbed a part before it plans the next one, so that nobody's reads wait for more than one part.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const topicMoves: Policy<RealmState> = {
  name: 'topic-moves',
  /** The subject is the same for all moves of an organization, so that only one part runs at a time. */
  on: { TopicMoved: ({ data }) => (data.part && data.part.rest.length > 0 ? [''] : []) },
};
