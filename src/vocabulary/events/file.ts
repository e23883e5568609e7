/** Events of `file-…`, one log stream per uploaded file. The bytes are in the file store, under their SHA-256. */
import { z } from 'zod';
import { FileId, UserId } from '../ids.ts';
import { KeptLeaf } from './leaf.ts';

export const fileEvents = {
  FileUploaded: z.object({
    fileId: FileId,
    userId: UserId,
    /** Whose quota it counts against: for a bot, its owner's. */
    payerId: UserId,
    /** Where clients find it: `<organization>/<folder>/<token>/<name>`. The token cannot be guessed. */
    folder: z.string(),
    token: z.string(),
    name: z.string(),
    /** Media type: found in the bytes, or as the client said. */
    type: z.string(),
    size: z.int().nonnegative(),
    /** Of the bytes, hexadecimal. */
    sha256: z.string(),
  }),
  /** Nobody reaches it from here on; its name, its hash and its bytes go. */
  FileDeleted: z.object({
    fileId: FileId,
    userId: UserId,
    uploadedAt: z.int(),
    /** A legal hold keeps all of them, out of everybody's reach. They go with HeldDeletionsEnded. */
    held: z.literal(true).optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
