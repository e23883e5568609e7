/** `alert_words` events, which always contain all words of the user. */
import type { UserId } from '../vocabulary/ids.ts';
import { only } from './channel-visibility.ts';
import { type ClientEvent, plainEvent } from './client-event.ts';
import { carriedWords } from './erase.ts';
import { fromAfter } from './feed-handlers.ts';
import { statusEvent } from './user-status.ts';

const alertedBy = (userId: UserId, words: readonly string[]): ClientEvent =>
  plainEvent('alert_words', only([userId]), { alert_words: words });

export const alertWordsFeed = fromAfter({
  AlertWordsChanged: ({ data: { userId } }, { alertWords }) => [
    { ...alertedBy(userId, alertWords.get(userId) ?? []), carries: carriedWords(userId) },
  ],

  // Sent in any case, so that it does not depend on whether the log still has the erased events.
  UserWordsErased: ({ data: { userId } }) => [statusEvent(userId, { away: false, text: '' }), alertedBy(userId, [])],
});
