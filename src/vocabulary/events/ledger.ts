/**
 * Events of `ledger-…`, one log stream per organization: the sealed batches, the signing keys, and the removal of other events from the
 * log.
 */
import { z } from 'zod';
import { EventId } from '../ids.ts';
import { KeptLeaf } from './leaf.ts';

export const ledgerEvents = {
  LedgerBegan: z.object({
    /** The name of the ledger in its checkpoints. It never changes, even if the organization is renamed. */
    origin: z.string(),
    /** The verifier key of the first checkpoints. */
    key: z.string(),
    /** The last checkpoint of the ledger from which the organization was imported. */
    previous: z.string().optional(),
  }),
  /** `note`: both verifier keys, signed with both. */
  LedgerKeyReplaced: z.object({ key: z.string(), previousKey: z.string(), note: z.string() }),
  /** Recorded events, in the order of the log, each once. */
  LedgerSealed: z.object({
    /** The number of leaves of the tree, including these. */
    size: z.int().positive(),
    /** The event id, and the hash of the leaf in base64. */
    entries: z.array(z.tuple([EventId, z.string()])).min(1),
    /** The complete subtrees of the tree, the largest first. */
    subtrees: z.array(z.string()),
    /** The tiles that became full: the level and the number of the hash in it, and the hash. */
    tiles: z.array(z.tuple([z.int().positive(), z.int().nonnegative(), z.string()])),
    /** A signed note. */
    checkpoint: z.string(),
  }),
  /**
   * In the log stream of the events before it. They belong to a decision that could not be completed, and are removed. Their leaves are
   * stored here.
   */
  EventsWithdrawn: z.object({ leaves: z.array(KeptLeaf) }),
} as const;
