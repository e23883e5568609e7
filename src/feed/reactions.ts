/** Client events about reactions to messages. */
import type { RealmState } from '../state/realm-state.ts';
import { currentPlace } from '../state/topics.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ClientEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';
import { alsoFor, laterScope } from './messages.ts';

const reactionEvents =
  (op: 'add' | 'remove') =>
  ({ data }: Recorded<'ReactionAdded' | 'ReactionRemoved'>, state: RealmState): ClientEvent[] => {
    const { messageId, userId, emoji } = data;
    return [
      {
        type: 'reaction',
        scope: alsoFor(laterScope(state, currentPlace(state.topics, messageId, data.place), [messageId]), [userId]),
        carries: messageId,
        body: {
          kind: 'reaction',
          fields: {
            op,
            message_id: messageId,
            user_id: userId,
            emoji_name: emoji.name,
            emoji_code: emoji.code,
            reaction_type: emoji.type,
          },
        },
      },
    ];
  };

export const reactionFeed = fromAfter({
  ReactionAdded: reactionEvents('add'),
  ReactionRemoved: reactionEvents('remove'),
});
