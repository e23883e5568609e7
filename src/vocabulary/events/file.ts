/** Events of `file-…`, one log stream per uploaded file. The bytes are in the file store, under their SHA-256. */
import { z } from 'zod';
import { FileId, UserId } from '../ids.ts';
import { KeptLeaf } from './leaf.ts';

export const fileEvents = {
  FileUploaded: z.object({
    fileId: FileId,
    userId: UserId,
    /** The user whose quota it counts against. For a bot, its owner. */
    payerId: UserId,
    /** The path for clients: `<organization>/<folder>/<token>/<name>`. The token cannot be guessed. */
    folder: z.string(),
    token: z.string(),
    name: z.string(),
    /** The media type: detected from the bytes, or declared by the client. */
    type: z.string(),
    size: z.int().nonnegative(),
    /** The SHA-256 of the bytes, in hexadecimal. */
    sha256: z.string(),
  }),
  /** The file becomes unreadable. Its name, its hash and its bytes are removed. */
  FileDeleted: z.object({
    fileId: FileId,
    userId: UserId,
    uploadedAt: z.int(),
    /** A legal hold keeps the name, the hash and the bytes until HeldDeletionsEnded. Nobody can read them. */
    held: z.literal(true).optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
