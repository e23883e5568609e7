/** `user_status` events: what users say about themselves. */
import type { Feed } from './feed-handlers.ts';

export const userStatusFeed: Feed = {
  UserStatusChanged:
    ({ data: { userId, away, text } }) =>
    () => [
      {
        type: 'user_status',
        scope: { kind: 'everyone' },
        body: {
          kind: 'plain',
          fields: {
            user_id: userId,
            ...(away !== undefined && { away }),
            ...(text !== undefined && { status_text: text }),
          },
        },
      },
    ],
};
