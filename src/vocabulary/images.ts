/** Images that belong to an account or to the organization. Whoever has the address of one can see it, so that its address cannot be guessed. */
import { z } from 'zod';

export const StoredImage = z.object({
  /** Part of its address. */
  token: z.string(),
  /** Media type, found in its bytes. */
  type: z.string(),
  size: z.int().positive(),
  /** Of the bytes, hexadecimal. */
  sha256: z.string(),
});
export type StoredImage = z.infer<typeof StoredImage>;

/** `path`: its address after `/user_avatars/`, without the extension. */
export type Avatar = StoredImage & { readonly path: string };

/** Clients find the larger form of an avatar by the letters, digits and underscores before `.png`. */
export const avatarPath = (realmId: number, userId: number, token: string): string => `${realmId}/${userId}_${token}`;
