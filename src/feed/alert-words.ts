/** `alert_words` events: always all words of the user. */
import { only } from './channel-visibility.ts';
import type { Feed } from './feed-handlers.ts';

export const alertWordsFeed: Feed = {
  AlertWordsChanged:
    ({ data: { userId } }) =>
    (state) => [
      {
        type: 'alert_words',
        scope: only([userId]),
        body: { kind: 'plain', fields: { alert_words: state.alertWords.get(userId) ?? [] } },
      },
    ],
};
