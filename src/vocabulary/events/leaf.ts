/** Leaves of the ledger: what it keeps of an event. No personal data, and no way back to it. */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

/** `commit`: the base64 of SHA-256 over the event's salt and its content (`src/ledger/leaf.ts`). */
export const Leaf = z.object({
  v: z.literal(2),
  id: EventId,
  stream: z.string(),
  /** As it is stored. */
  type: z.string(),
  schema: z.int(),
  at: z.int(),
  actor: UserId.nullable(),
  commit: z.string(),
});
export type Leaf = z.infer<typeof Leaf>;

/** Version 1: what deletions kept before there was a ledger. Its commitment covers the payload alone. */
const EarlierLeaf = z.object({
  eventId: EventId,
  kind: z.string(),
  type: z.string(),
  at: z.int(),
  actor: UserId.nullable(),
  commitment: z.string(),
});

/** What a fact keeps of an event that it takes away. */
export const KeptLeaf = z.union([Leaf, EarlierLeaf]);
export type KeptLeaf = z.infer<typeof KeptLeaf>;
