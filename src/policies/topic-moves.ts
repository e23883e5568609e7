/**
 * Goes on with moves of many messages, part by part. The performer in `src/engine/react/topic-moves.ts` waits until the read models have
 * absorbed a part before it plans the next one, so that nobody's reads wait for more than one.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const topicMoves: Policy<RealmState> = {
  name: 'topic-moves',
  /** The subject is the same for all moves of an organization: one part at a time. */
  on: { TopicMoved: ({ data }) => (data.part && data.part.rest.length > 0 ? [''] : []) },
};
