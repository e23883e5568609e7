/** Events of `emoji-…`, one log stream per message: the emoji with which people react to it. */
import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { Place } from '../places.ts';

export const emojiTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** An emoji as clients name it. `type` and `code` identify it; a picture may have several names. */
export const Emoji = z.object({ name: z.string(), code: z.string(), type: z.enum(emojiTypes) });
export type Emoji = z.infer<typeof Emoji>;

const reaction = z.object({
  messageId: MessageId,
  /** The place of the message at that time. */
  place: Place,
  userId: UserId,
  emoji: Emoji,
});

export const reactionEvents = {
  ReactionAdded: reaction,
  ReactionRemoved: reaction,
} as const;
