import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import type { StoredImage } from '../../src/vocabulary/images.ts';

/** The person's avatar before. A new person has the first version, a gravatar. */
type Before = { readonly avatarVersion: number; readonly avatar?: Pick<StoredImage, 'sha256'> | null };

/** `avatar`: a received image; null for a gravatar. */
export const avatarChanged = (
  userId: UserId,
  avatar: StoredImage | null,
  before: Before = { avatarVersion: 1 },
): Extract<DomainEvent, { type: 'AvatarChanged' }> => ({
  type: 'AvatarChanged',
  data: { userId, version: before.avatarVersion + 1, avatar, previous: before.avatar?.sha256 ?? null },
});
