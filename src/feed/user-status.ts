/** `user_status` events: the statuses that users set. */
import type { UserId } from '../vocabulary/ids.ts';
import type { StatusChange } from '../vocabulary/user-status.ts';
import { type ClientEvent, everyone, plainEvent } from './client-event.ts';
import { carriedWords } from './erase.ts';
import { fromAfter } from './feed-handlers.ts';

export const userStatusFeed = fromAfter({
  UserStatusChanged: ({ data: { userId, ...change } }) => [
    { ...statusEvent(userId, change), carries: carriedWords(userId) },
  ],
});

/** An absent field stays unchanged; an empty text removes the status text. */
export const statusEvent = (userId: UserId, { away, text }: StatusChange): ClientEvent =>
  plainEvent('user_status', everyone, {
    user_id: userId,
    ...(away !== undefined && { away }),
    ...(text !== undefined && { status_text: text }),
  });
