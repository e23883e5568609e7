/** Emoji of an organization: images with names. A deactivated emoji stays in messages that use it, and its name is free. */
import { z } from 'zod';
import { RealmEmojiId, UserId } from './ids.ts';
import { StoredImage } from './images.ts';

export const RealmEmoji = z.object({ id: RealmEmojiId, name: z.string(), authorId: UserId, image: StoredImage });
export type RealmEmoji = z.infer<typeof RealmEmoji> & { readonly deactivated: boolean };

/** The address of its image, which everybody with the address can see. The extension does not depend on its type. */
export const emojiAddress = (
  realmId: number,
  { id, image }: { readonly id: number; readonly image: Pick<StoredImage, 'token'> },
): string => `/user_avatars/${realmId}/emoji/images/${id}_${image.token}.png`;

/** Lower-case letters, digits, `.`, `_` and `-`. A name must end with a letter or a digit. */
export const isEmojiName = (name: string): boolean => /^[0-9a-z._-]*[0-9a-z]$/.test(name);
