/** Emoji of an organization: images with names. A deactivated one stays where it was used, and its name is free. */
import { z } from 'zod';
import { RealmEmojiId, UserId } from './ids.ts';
import { StoredImage } from './images.ts';

export const RealmEmoji = z.object({ id: RealmEmojiId, name: z.string(), authorId: UserId, image: StoredImage });
export type RealmEmoji = z.infer<typeof RealmEmoji> & { readonly deactivated: boolean };

/** The address of its image, which whoever has it can see. The extension says nothing about its type. */
export const emojiAddress = (
  realmId: number,
  { id, image }: { readonly id: number; readonly image: Pick<StoredImage, 'token'> },
): string => `/user_avatars/${realmId}/emoji/images/${id}_${image.token}.png`;

/** Small letters, digits, `.`, `_` and `-`, which do not end in a sign. */
export const isEmojiName = (name: string): boolean => /^[0-9a-z._-]*[0-9a-z]$/.test(name);
