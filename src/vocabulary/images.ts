/**
 * Images of accounts or of the organization. Everybody with the address of an image can see it, so that the address must not be guessable.
 */
import { z } from 'zod';

export const StoredImage = z.object({
  /** A part of its address. */
  token: z.string(),
  /** The media type, detected from its bytes. */
  type: z.string(),
  size: z.int().positive(),
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: z.string(),
});
export type StoredImage = z.infer<typeof StoredImage>;

/** `path`: its address after `/user_avatars/`, without the extension. */
export type Avatar = StoredImage & { readonly path: string };

/** Clients derive the address of an avatar's larger form from the letters, digits and underscores before `.png`. */
export const avatarPath = (realmId: number, userId: number, token: string): string => `${realmId}/${userId}_${token}`;
