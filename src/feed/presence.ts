/** Client events about presence and typing. */
import type { ClientPresence } from '../vocabulary/events/ephemeral.ts';
import { limits } from '../vocabulary/limits.ts';
import { clientPresence } from '../wire/presence.ts';
import { only } from './channel-visibility.ts';
import { everyone } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const presenceFeed: Feed = {
  /** Repeated presence of a user is not sent to everybody: clients request it. */
  PresenceTold({ data: { userId, clients }, metadata }, before) {
    const news = clients.at(-1);
    if (!news || !isNews(before.presence.get(userId) ?? [], news)) return () => [];
    return () => [
      {
        type: 'presence',
        scope: everyone,
        body: {
          kind: 'presence',
          fields: {
            user_id: userId,
            server_timestamp: metadata.at / 1000,
            presence: Object.fromEntries([[news.client, clientPresence(news)]]),
          },
        },
      },
    ];
  },

  TypingTold:
    ({ data: { userId, op, userIds } }) =>
    () => [{ type: 'typing', scope: only(userIds), body: { kind: 'typing', op, userId, userIds } }],
};

function isNews(known: readonly ClientPresence[], news: ClientPresence): boolean {
  const before = known.find(({ client }) => client === news.client);
  return before?.status !== news.status || news.at - before.at >= limits.presenceNewsSecs * 1000;
}
